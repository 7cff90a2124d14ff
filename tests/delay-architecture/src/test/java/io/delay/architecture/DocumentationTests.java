// SPDX-License-Identifier: Apache-2.0

package io.delay.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

	private static final Pattern LINK_TO_HEADING = Pattern.compile("]\\((?!https?:|mailto:)([^)#\\s]*)#([^)\\s]+)\\)");

	private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*?)(?: \\{#([^}]+)})?$");

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
		String map = Files.readString(ROOT.resolve("docs/internals/architecture.md"));
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
		for (Path document : documents()) {
			String name = ROOT.relativize(document).toString();
			if (name.matches("docs/(recipes/.*|project/migration\\.md)")) {
				assertThat(quotesOf(document)).as(name)
					.allSatisfy((quote) -> assertThat(tests).anySatisfy((test) -> assertThat(test).contains(quote)));
			}
		}
	}

	private static List<String> quotesOf(Path document) throws IOException {
		return Pattern.compile("(?s)```java\n(.*?)```")
			.matcher(Files.readString(document))
			.results()
			.map((quote) -> withoutSpace(quote.group(1)))
			.toList();
	}

	@Test
	void linksLeadToHeadings() throws IOException {
		for (Path document : documents()) {
			Matcher link = LINK_TO_HEADING.matcher(Files.readString(document));
			while (link.find()) {
				Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
				assertThat(anchorsOf(target)).as(ROOT.relativize(document) + " links to " + ROOT.relativize(target))
					.contains(link.group(2));
			}
		}
	}

	// As the code host and the site derive them from the text of a heading.
	private static Set<String> anchorsOf(Path document) throws IOException {
		String text = withoutCode(Files.readString(document));
		Set<String> anchors = new HashSet<>();
		HEADING.matcher(text)
			.results()
			.forEach((heading) -> anchors.add((heading.group(2) != null) ? heading.group(2)
					: heading.group(1)
						.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
						.toLowerCase(Locale.ROOT)
						.replaceAll("[^\\p{L}\\p{N} _-]", "")
						.strip()
						.replace(' ', '-')));
		Pattern.compile("<a id=\"([^\"]+)\">")
			.matcher(text)
			.results()
			.forEach((anchor) -> anchors.add(anchor.group(1)));
		return anchors;
	}

	private static String withoutCode(String text) {
		return text.replaceAll("(?s)```.*?```", "");
	}

	@Test
	void paragraphsAreShort() throws IOException {
		for (Path document : documents()) {
			String name = ROOT.relativize(document).toString();
			if (name.startsWith("docs/") && !name.startsWith("docs/reference/")) {
				assertThat(withoutCode(Files.readString(document)).split("\n\\s*\n|\n(?=[-*|] |\\d+\\. )| \\| "))
					.as(name)
					.allSatisfy(
							(paragraph) -> assertThat(paragraph.strip().split("\\s+")).hasSizeLessThanOrEqualTo(80));
			}
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
			return Stream.concat(root, docs)
				.filter((file) -> file.toString().endsWith(".md") && !file.toString().contains("node_modules"))
				.toList();
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
