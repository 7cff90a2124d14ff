// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Determines after which exceptions a job is delivered again. As in Spring's
 * {@code RetryPolicy}, the subclasses of the given types and the causes of an exception
 * are included, and excluded types take precedence.
 *
 * @param included the exceptions after which a job is delivered again, empty for all
 * @param excluded the exceptions after which a job is buried
 */
public record RetriedExceptions(List<Class<? extends Throwable>> included, List<Class<? extends Throwable>> excluded) {

	/** Guards against cyclic causes. */
	private static final int MAX_CAUSES = 32;

	public static RetriedExceptions all() {
		return new RetriedExceptions(List.of(), List.of());
	}

	/** Whether a job is delivered again. */
	boolean contains(Throwable failure) {
		if (matches(failure, this.excluded)) {
			return false;
		}
		return this.included.isEmpty() || matches(failure, this.included);
	}

	private static boolean matches(Throwable failure, List<Class<? extends Throwable>> types) {
		return !types.isEmpty() && Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.anyMatch((cause) -> types.stream().anyMatch((type) -> type.isInstance(cause)));
	}

}
