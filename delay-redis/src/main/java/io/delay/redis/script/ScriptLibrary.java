// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.script.DigestUtils;

/**
 * The text and digest of every script. The first {@code --@include} line for a fragment
 * is replaced by the fragment, and further lines for it are removed. Such a line can end
 * with a list of the names that the including file uses. A script is read on its first
 * use, because no application uses all scripts and startup must not wait for them.
 */
public class ScriptLibrary {

	private static final Pattern INCLUDE = Pattern.compile("^--@include (\\w+)(?: -- .*(?:(?<=,)\\n--   .*)*)?$",
			Pattern.MULTILINE);

	private final Map<RedisScript, Source> sources = new ConcurrentHashMap<>();

	private final UnaryOperator<String> files;

	public ScriptLibrary() {
		this(ScriptLibrary::read);
	}

	/** For tests whose scripts use another clock. */
	public ScriptLibrary(UnaryOperator<String> files) {
		this.files = files;
	}

	public Source source(RedisScript script) {
		Source present = this.sources.get(script);
		return (present != null) ? present : this.sources.computeIfAbsent(script, this::load);
	}

	private Source load(RedisScript script) {
		StringBuilder expanded = new StringBuilder();
		append(script.fileName(), expanded, new HashSet<>());
		String text = expanded.toString();
		return new Source(text.getBytes(StandardCharsets.UTF_8), DigestUtils.sha1DigestAsHex(text));
	}

	public static String read(String fileName) {
		try {
			return new ClassPathResource(fileName + ".lua", ScriptLibrary.class)
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Script " + fileName + ".lua is missing from the class path", ex);
		}
	}

	private void append(String fileName, StringBuilder expanded, Set<String> included) {
		String text = this.files.apply(fileName);
		Matcher include = INCLUDE.matcher(text);
		int end = 0;
		while (include.find()) {
			expanded.append(text, end, include.start());
			if (included.add(include.group(1))) {
				append(include.group(1), expanded, included);
			}
			end = include.end();
		}
		expanded.append(text, end, text.length());
	}

	public record Source(byte[] text, String digest) {

	}

}
