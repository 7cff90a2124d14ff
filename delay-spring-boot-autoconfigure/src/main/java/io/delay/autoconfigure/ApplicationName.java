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

package io.delay.autoconfigure;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The name under which the listeners of an application are registered. Control characters
 * are replaced by spaces, as in stores, so that the name can be compared with the names
 * that stores return. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ApplicationName {

	private static final String NONE = "application";

	private ApplicationName() {
	}

	/**
	 * Return the name of an application.
	 * @param environment the environment with {@code spring.application.name}
	 * @return the name, {@code application} if none is set
	 */
	public static String of(Environment environment) {
		String name = environment.getProperty("spring.application.name", NONE).replaceAll("\\p{Cntrl}", " ");
		return StringUtils.hasText(name) ? name : NONE;
	}

}
