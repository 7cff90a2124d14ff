// SPDX-License-Identifier: Apache-2.0

package io.delay.support;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Exceptions that only wrap their cause, such as an {@link ExecutionException}.
 */
public final class WrapperExceptions {

	// Guards against cyclic causes.
	private static final int MAX_WRAPPERS = 32;

	private static final Set<Class<? extends Throwable>> WRAPPERS = Set.of(UndeclaredThrowableException.class,
			InvocationTargetException.class, ExecutionException.class, CompletionException.class);

	private WrapperExceptions() {
	}

	/** Return the original exception, which is the given one if it wraps none. */
	public static Throwable unwrap(Throwable thrown) {
		Throwable failure = thrown;
		for (int i = 0; i < MAX_WRAPPERS && WRAPPERS.contains(failure.getClass()); i++) {
			Throwable cause = failure.getCause();
			if (cause == null) {
				break;
			}
			failure = cause;
		}
		return failure;
	}

}
