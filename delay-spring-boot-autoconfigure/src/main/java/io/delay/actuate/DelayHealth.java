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

package io.delay.actuate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link DelayHealthCheck}.
 *
 * @param details the details, by name, in the order in which they are shown
 * @param failure why the store, or the part of it that holds the topic of a listener, is
 * unreachable; {@code null} if it is reachable
 * @since 0.1.0
 */
public record DelayHealth(Status status, Map<String, Object> details, @Nullable RuntimeException failure) {

	/**
	 * Create a result.
	 */
	public DelayHealth {
		details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
	}

	/**
	 * The status, with the names that Spring Boot uses.
	 */
	public enum Status {

		/** The store is reachable and all listeners work. */
		UP,

		/** The store is unreachable or refuses changes, or a listener does not work. */
		DOWN,

		/** Jobs have been ready for too long. */
		OUT_OF_SERVICE

	}

}
