// SPDX-License-Identifier: Apache-2.0

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
