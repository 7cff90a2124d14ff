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

package io.delay.listener.support;

import org.jspecify.annotations.Nullable;

/**
 * Frames of a stack trace that do not belong to the application, but to a framework.
 */
enum FrameworkFrames {

	SPRING("Spring", "org.springframework."),

	JDK("the JDK", "java.lang.reflect.", "java.lang.invoke.", "jdk.internal.", "jdk.proxy", "com.sun.proxy.",
			"sun.reflect.", "java.lang.Thread.", "java.lang.VirtualThread.", "java.util.concurrent.ThreadPoolExecutor"),

	/** Does not contain the packages of applications, such as the sample. */
	DELAY("Delay", "io.delay.actuate.", "io.delay.admin.", "io.delay.annotation.", "io.delay.autoconfigure.",
			"io.delay.boot.", "io.delay.console.", "io.delay.converter.", "io.delay.delivery.", "io.delay.event.",
			"io.delay.job.", "io.delay.jdbc.", "io.delay.listener.", "io.delay.metrics.", "io.delay.observation.",
			"io.delay.redis.", "io.delay.rest.", "io.delay.retention.", "io.delay.server.", "io.delay.store.",
			"io.delay.submit.", "io.delay.support.", "io.delay.template.");

	private static final FrameworkFrames[] ALL = values();

	/**
	 * The names of proxy classes that extend a class of the application contain this
	 * text.
	 */
	private static final String PROXY = "$$SpringCGLIB$$";

	private final String label;

	private final String[] prefixes;

	FrameworkFrames(String label, String... prefixes) {
		this.label = label;
		this.prefixes = prefixes;
	}

	String label() {
		return this.label;
	}

	/**
	 * Return the framework to which a frame belongs.
	 * @param frame the frame
	 * @return {@code null} for a frame of the application
	 */
	static @Nullable FrameworkFrames of(StackTraceElement frame) {
		String name = frame.getClassName();
		if (name.contains(PROXY)) {
			return SPRING;
		}
		for (FrameworkFrames framework : ALL) {
			for (String prefix : framework.prefixes) {
				if (name.startsWith(prefix) || isClass(name, prefix)) {
					return framework;
				}
			}
		}
		return null;
	}

	// A prefix can be the name of a class, which is followed by a dot.
	private static boolean isClass(String name, String prefix) {
		return name.length() == prefix.length() - 1 && prefix.startsWith(name);
	}

}
