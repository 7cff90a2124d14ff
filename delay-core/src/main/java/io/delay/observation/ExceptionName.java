// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import io.micrometer.common.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * Provides the name of an exception for use as a tag value.
 *
 * @since 0.1.0
 */
public final class ExceptionName {

	/**
	 * The value if there is no exception.
	 */
	public static final String NONE = KeyValue.NONE_VALUE;

	private ExceptionName() {
	}

	/**
	 * Return the name of an exception.
	 * @param exception the exception, or {@code null}
	 * @return the simple name of its class, {@value #NONE} for {@code null}
	 */
	public static String of(@Nullable Throwable exception) {
		if (exception == null) {
			return NONE;
		}
		String name = simpleName(exception.getClass());
		// Anonymous classes have no simple name
		return name.isEmpty() ? exception.getClass().getName() : name;
	}

	// For a nested class, the JVM loads the enclosing class, which may be missing.
	private static String simpleName(Class<?> type) {
		try {
			return type.getSimpleName();
		}
		catch (RuntimeException | LinkageError ex) {
			return "";
		}
	}

}
