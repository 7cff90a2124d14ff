// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConsoleFiles} and {@link ConsolePage}.
 */
class ConsoleFilesTests {

	private static final Path DIRECTORY = Path.of("target/classes", ConsoleFiles.LOCATION);

	@Test
	void allFilesButThePageAreServed() throws IOException {
		try (Stream<Path> files = Files.walk(DIRECTORY)) {
			List<String> names = files.filter(Files::isRegularFile)
				.map((file) -> DIRECTORY.relativize(file).toString())
				.filter((name) -> !name.equals("index.html"))
				.toList();
			assertThat(names).containsExactlyInAnyOrderElementsOf(ConsoleFiles.NAMES);
		}
	}

	@Test
	void bothLanguagesHaveTheSameWordsAndTheSameValues() {
		assertThat(words("words-zh.js")).isEqualTo(words("words-en.js"));
	}

	// Each key with the names of its values
	private static TreeSet<String> words(String file) {
		TreeSet<String> words = new TreeSet<>();
		String text = new String(ConsoleFiles.read(file), StandardCharsets.UTF_8);
		Pattern.compile("(?:^|[ ,{])('[\\w-]+'|\\w+): '((?:[^'\\\\]|\\\\.)*)'")
			.matcher(text)
			.results()
			.forEach((entry) -> {
				TreeSet<String> values = new TreeSet<>();
				Pattern.compile("\\{(\\w+)}")
					.matcher(entry.group(2))
					.results()
					.forEach((value) -> values.add(value.group(1)));
				words.add(entry.group(1).replace("'", "") + values);
			});
		assertThat(words).hasSizeGreaterThan(150);
		return words;
	}

	@Test
	void everyWordOfThePagesExists() {
		String words = new String(ConsoleFiles.read("words-en.js"), StandardCharsets.UTF_8);
		Pattern use = Pattern.compile("\\bt\\('([\\w-]*\\w)'");
		for (String name : ConsoleFiles.NAMES) {
			use.matcher(new String(ConsoleFiles.read(name), StandardCharsets.UTF_8))
				.results()
				.forEach((word) -> assertThat(words).as(name).containsPattern("'?\\b" + word.group(1) + "'?: '"));
		}
	}

	// The policy of the page prevents some of them, but reports it only where a page uses
	// them, and misses inline styles
	// of elements that are copied from a template
	@Test
	void noScriptHasInlineStylesOrTurnsTextIntoMarkup() {
		Pattern forbidden = Pattern
			.compile("\\bstyle=|\\.style\\b|<style|\\.cssText|innerHTML|outerHTML|insertAdjacentHTML|unsafe|\\beval\\(|"
					+ "new Function|document\\.write| on\\w+=");
		for (String name : ConsoleFiles.NAMES) {
			if (!name.startsWith("lit/")) {
				assertThat(new String(ConsoleFiles.read(name), StandardCharsets.UTF_8)).as(name)
					.doesNotContainPattern(forbidden);
			}
		}
		assertThat(new String(ConsoleFiles.read("index.html"), StandardCharsets.UTF_8))
			.doesNotContainPattern(forbidden);
	}

	@ParameterizedTest
	@CsvSource({ "/actuator/delayconsole, /actuator/delay, ./delay",
			"/actuator/delayconsole/, /actuator/delay, ../delay", "/a/ops/console, /a/data, ../data",
			"/console, /a/delay, ./a/delay", "/delay/console, /delay, ../delay" })
	void addressesAreRelative(String from, String to, String address) {
		assertThat(ConsolePage.relative(from, to)).isEqualTo(address);
	}

}
