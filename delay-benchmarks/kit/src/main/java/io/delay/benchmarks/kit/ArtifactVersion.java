// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit;

import java.security.CodeSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the version of a library from the name of its file, because not every manifest
 * has it.
 *
 * @since 0.1.0
 */
public final class ArtifactVersion {

	private static final Pattern FILE = Pattern.compile(".*?-(\\d[^/]*)\\.jar");

	private ArtifactVersion() {
	}

	/**
	 * Return the version of the library that a type belongs to.
	 * @param type a type of the library
	 * @return the version, {@code "?"} if the name of the file does not contain it
	 */
	public static String of(Class<?> type) {
		CodeSource source = type.getProtectionDomain().getCodeSource();
		if (source == null) {
			return "?";
		}
		Matcher file = FILE.matcher(source.getLocation().getPath());
		return file.matches() ? file.group(1) : "?";
	}

}
