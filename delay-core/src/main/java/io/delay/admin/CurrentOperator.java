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
 * Finds out who calls {@link DelayAdmin}, where the caller does not say so by
 * {@link DelayAdmin#actingAs(String)}. With Spring Boot and Spring Security it is the
 * user who is logged in; a bean of this type replaces that.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CurrentOperator {

	/**
	 * The name of the person on whose behalf the calling thread works.
	 * @return the name, {@code null} if it is not known
	 */
	@Nullable String name();

	/**
	 * Create one that never knows a name, so that the application is named instead.
	 * @return the operator
	 */
	static CurrentOperator unknown() {
		return () -> null;
	}

}
