// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import org.jspecify.annotations.Nullable;

/**
 * Determines the operator who calls {@link DelayAdmin}, unless the caller specifies a
 * name with {@link DelayAdmin#actingAs(String)}. With Spring Boot and Spring Security,
 * the default is the user who is logged in; define a bean of this type to replace it.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CurrentOperator {

	/**
	 * Return the name of the person on whose behalf the calling thread works.
	 * @return the name, {@code null} if it is unknown
	 */
	@Nullable String name();

	/**
	 * Create an instance that never returns a name, so that the application is recorded
	 * instead.
	 * @return the instance
	 */
	static CurrentOperator unknown() {
		return () -> null;
	}

}
