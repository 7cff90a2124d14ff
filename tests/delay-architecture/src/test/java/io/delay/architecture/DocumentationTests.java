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

package io.delay.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Links of the documentation lead to files, and its map has all packages.
 */
class DocumentationTests {

	private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

	private static final Pattern LINK = Pattern.compile("]\\((?!https?:|#|mailto:)([^)#\\s]+)");

	@Test
	void linksLeadToFiles() throws IOException {
		List<Path> documents = documents();
		assertThat(documents).hasSizeGreaterThan(10);
		for (Path document : documents) {
			Matcher link = LINK.matcher(Files.readString(document));
			while (link.find()) {
				assertThat(document.resolveSibling(link.group(1)).normalize())
					.as("linked by " + ROOT.relativize(document))
					.exists();
			}
		}
	}

	@Test
	void mapHasAllPackages() throws IOException {
		String map = Files.readString(ROOT.resolve("docs/architecture.md"));
		List<String> packages = Stream
			.of("delay-console", "delay-core", "delay-jdbc", "delay-redis", "delay-rest",
					"delay-spring-boot-autoconfigure", "delay-spring-boot3-health", "delay-spring-boot-test")
			.flatMap((module) -> packages(ROOT.resolve(module).resolve("src/main/java")))
			.toList();
		assertThat(packages).hasSizeGreaterThan(30);
		assertThat(packages).allSatisfy((name) -> assertThat(map)
			.containsPattern("[ .]" + Pattern.quote(name.substring(name.lastIndexOf('.') + 1)) + "\\b"));
	}

	@Test
	void recipesAndMigrationsQuoteTestsThatRun() throws IOException {
		List<String> tests;
		try (Stream<Path> files = Files.walk(ROOT)) {
			tests = files
				.filter((file) -> file.toString().matches(".*/src/test/java/.*/(recipe|migration)/[^/]*Tests\\.java"))
				.map(DocumentationTests::read)
				.toList();
		}
		for (String document : List.of("docs/recipes.md", "docs/migration.md")) {
			List<String> quotes = Pattern.compile("(?s)```java\n(.*?)```")
				.matcher(Files.readString(ROOT.resolve(document)))
				.results()
				.map((quote) -> withoutSpace(quote.group(1)))
				.toList();
			assertThat(quotes).as(document)
				.isNotEmpty()
				.allSatisfy((quote) -> assertThat(tests).anySatisfy((test) -> assertThat(test).contains(quote)));
		}
	}

	private static String withoutSpace(String text) {
		return text.replaceAll("\\s+", "");
	}

	private static String read(Path file) {
		try {
			return withoutSpace(Files.readString(file));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<Path> documents() throws IOException {
		try (Stream<Path> root = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
			return Stream.concat(root, docs).filter((file) -> file.toString().endsWith(".md")).toList();
		}
	}

	private static Stream<String> packages(Path sources) {
		try (Stream<Path> files = Files.walk(sources)) {
			return files.filter((file) -> file.endsWith("package-info.java"))
				.map((file) -> sources.relativize(file.getParent()).toString().replace('/', '.'))
				.toList()
				.stream();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
