// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.DatabasePopulator;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import io.delay.jdbc.dialect.Dialect;

/**
 * A script that brings the tables from one version to the next.
 */
final class SchemaScript {

	private static final String INDEX_KEYWORDS = "(?:INDEX|KEY) (?:IF NOT EXISTS )?";

	private static final Pattern NAME = Pattern.compile("(" + INDEX_KEYWORDS + ")?\\bdelay_");

	private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS delay_(\\w+) \\((.*?)^\\)",
			Pattern.MULTILINE | Pattern.DOTALL);

	/** Lines that begin with an upper case word are constraints. */
	private static final Pattern COLUMN = Pattern.compile("^  ([a-z_]+) ", Pattern.MULTILINE);

	private static final Pattern INDEX = Pattern.compile(INDEX_KEYWORDS + "delay_((\\w+)_[a-z]+)");

	private final String path;

	private final String text;

	private final String prefix;

	private final Dialect dialect;

	SchemaScript(int version, String prefix, Dialect dialect) {
		this.path = "io/delay/jdbc/schema/" + dialect.name() + "/V" + version + ".sql";
		this.prefix = prefix;
		this.dialect = dialect;
		try {
			this.text = new ClassPathResource(this.path, SchemaScript.class.getClassLoader())
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	DatabasePopulator populator() {
		// An index is always in the schema of its table
		String replaced = NAME.matcher(this.text)
			.replaceAll((name) -> Matcher
				.quoteReplacement((name.group(1) != null) ? name.group(1) + unqualified(this.prefix) : this.prefix));
		return new ResourceDatabasePopulator(
				new ByteArrayResource(replaced.getBytes(StandardCharsets.UTF_8), toString()));
	}

	// Each statement fails if the table or one of its columns is missing
	Map<String, String> tables() {
		Map<String, String> tables = new LinkedHashMap<>();
		TABLE.matcher(this.text).results().forEach((table) -> {
			String name = this.prefix + table.group(1);
			tables.put(name,
					COLUMN.matcher(table.group(2))
						.results()
						.map((column) -> column.group(1))
						.collect(Collectors.joining(", ", "SELECT ", " FROM " + name + " WHERE 1 = 0")));
		});
		return tables;
	}

	// Each statement fails if the index is missing
	Map<String, String> indexes() {
		return INDEX.matcher(this.text)
			.results()
			.collect(Collectors.toMap((index) -> unqualified(this.prefix) + index.group(1), this::indexTest));
	}

	private String indexTest(MatchResult index) {
		return this.dialect.indexTest(this.prefix + index.group(2), this.prefix + index.group(1));
	}

	private static String unqualified(String prefix) {
		return prefix.substring(prefix.indexOf('.') + 1);
	}

	@Override
	public String toString() {
		return "classpath:" + this.path;
	}

}
