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

package io.delay.support;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Exceptions that only wrap their cause, such as an {@link ExecutionException}. Internal
 * to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class WrapperExceptions {

	/** Guards against cyclic causes. */
	private static final int MAX_WRAPPERS = 32;

	private static final Set<Class<? extends Throwable>> WRAPPERS = Set.of(UndeclaredThrowableException.class,
			InvocationTargetException.class, ExecutionException.class, CompletionException.class);

	private WrapperExceptions() {
	}

	/**
	 * Return the original exception.
	 * @param thrown the exception that was thrown
	 * @return the wrapped exception, or the exception itself if it wraps none
	 */
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
