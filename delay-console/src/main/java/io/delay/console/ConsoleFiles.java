// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.core.io.ClassPathResource;
import org.springframework.util.MimeType;
import org.springframework.util.StringUtils;

/**
 * The files of the console: a fixed list, so that a request cannot reach anything else on
 * the class path.
 */
final class ConsoleFiles {

	static final String LOCATION = "io/delay/console/static/";

	static final List<String> NAMES = List.of("actions.js", "api.js", "app.js", "charts.js", "console.css",
			"dialogs.js", "durations.js", "focus.js", "format.js", "icon.svg", "icons.js", "json-text.js", "life.js",
			"lit/LICENSE", "lit/directive-helpers.js", "lit/directive.js", "lit/directives/repeat.js",
			"lit/lit-html.js", "main.js", "marks.js", "pages/changes.js", "pages/failed.js", "pages/find.js",
			"pages/history.js", "pages/job.js", "pages/jobs.js", "pages/overview.js", "pages/topic.js", "parts.js",
			"polling.js", "problems.js", "router.js", "settings.js", "shell.js", "submit.js", "text.js", "words-en.js",
			"words-zh.js", "words.js", "work.js");

	private static final Map<String, MimeType> TYPES = Map.of("js", text("javascript"), "css", text("css"), "svg",
			new MimeType("image", "svg+xml", StandardCharsets.UTF_8));

	private final Map<String, ConsoleFile> files = new HashMap<>();

	ConsoleFiles() {
		NAMES.forEach((name) -> this.files.put(name, new ConsoleFile(read(name), type(name))));
	}

	@Nullable ConsoleFile find(String name) {
		return this.files.get(name);
	}

	static byte[] read(String name) {
		try (InputStream file = new ClassPathResource(LOCATION + name, ConsoleFiles.class.getClassLoader())
			.getInputStream()) {
			return file.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The file '" + name + "' of the console cannot be read", ex);
		}
	}

	private static MimeType type(String name) {
		return TYPES.getOrDefault(StringUtils.unqualify(name), text("plain"));
	}

	private static MimeType text(String subtype) {
		return new MimeType("text", subtype, StandardCharsets.UTF_8);
	}

	record ConsoleFile(byte[] content, MimeType type) {

	}

	/**
	 * Includes the files in a native image.
	 */
	static class Hints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			hints.resources().registerPattern(LOCATION + "*");
		}

	}

}
