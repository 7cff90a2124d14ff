/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.jdbc.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.core.io.ClassPathResource;

/**
 * The script that creates the tables in a database.
 */
public final class SchemaScript {

	private static final String DIRECTORY = "io/delay/jdbc/";

	/** The beginning of the names of tables and indexes in the scripts. */
	private static final Pattern NAME = Pattern.compile("(INDEX IF NOT EXISTS |KEY )?\\bdelay_");

	private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\S+) \\((.*)\\).*",
			Pattern.DOTALL);

	private static final Pattern COLUMN = Pattern.compile("\\s*([a-z_]+) .*");

	private final String path;

	private final List<String> statements;

	private SchemaScript(String path, List<String> statements) {
		this.path = path;
		this.statements = statements;
	}

	/**
	 * Read the script for a database.
	 * @param database the name of the dialect
	 * @param prefix the prefix of the tables, which may begin with the name of a schema
	 * @return the script
	 */
	public static SchemaScript of(String database, String prefix) {
		String path = DIRECTORY + "schema-" + database + ".sql";
		String text = read(path).lines()
			.filter((line) -> !line.stripLeading().startsWith("--"))
			.collect(Collectors.joining("\n"));
		return new SchemaScript(path,
				Arrays.stream(text.split(";"))
					.map(String::strip)
					.filter((statement) -> !statement.isEmpty())
					.map((statement) -> withPrefix(statement, prefix))
					.toList());
	}

	private static String read(String path) {
		try {
			return new ClassPathResource(path, SchemaScript.class.getClassLoader())
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// An index is always in the schema of its table
	private static String withPrefix(String statement, String prefix) {
		String unqualified = prefix.substring(prefix.indexOf('.') + 1);
		return NAME.matcher(statement)
			.replaceAll(
					(name) -> Matcher.quoteReplacement((name.group(1) != null) ? name.group(1) + unqualified : prefix));
	}

	/**
	 * Return where the script is on the class path.
	 * @return the path
	 */
	public String path() {
		return this.path;
	}

	/**
	 * Return the statements.
	 * @return the statements in their order
	 */
	public List<String> statements() {
		return this.statements;
	}

	/**
	 * Return the tables and their columns.
	 * @return the names of the columns by that of their table
	 */
	public Map<String, Set<String>> tables() {
		Map<String, Set<String>> tables = new LinkedHashMap<>();
		for (String statement : this.statements) {
			Matcher table = TABLE.matcher(statement);
			if (table.matches()) {
				tables.put(table.group(1), columns(table.group(2)));
			}
		}
		return tables;
	}

	// Lines that begin with an upper case word are constraints
	private static Set<String> columns(String definitions) {
		Set<String> columns = new LinkedHashSet<>();
		definitions.lines().map(COLUMN::matcher).filter(Matcher::matches).forEach((line) -> columns.add(line.group(1)));
		return columns;
	}

}
