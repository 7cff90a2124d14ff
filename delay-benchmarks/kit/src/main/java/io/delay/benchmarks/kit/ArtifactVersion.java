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
