// SPDX-License-Identifier: Apache-2.0

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
