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
