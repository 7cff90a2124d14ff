// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Adapts the coroutines of Kotlin that a listener method starts and returns as a
 * {@code Job}. Uses the names of Kotlin's types, because Delay does not depend on Kotlin.
 */
final class CoroutineResultAdapter implements AsyncResultAdapter {

	private static final @Nullable Class<?> JOB = find("kotlinx.coroutines.Job");

	/** Also passes a cancellation of the future on to the coroutine. */
	private static final @Nullable Method AS_FUTURE = asFuture();

	private static @Nullable Class<?> find(String name) {
		ClassLoader classLoader = CoroutineResultAdapter.class.getClassLoader();
		return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
	}

	private static @Nullable Method asFuture() {
		Class<?> functions = find("kotlinx.coroutines.future.FutureKt");
		return (JOB != null && functions != null) ? ClassUtils.getMethod(functions, "asCompletableFuture", JOB) : null;
	}

	static boolean supports(Class<?> type) {
		return JOB != null && JOB.isAssignableFrom(type);
	}

	@Override
	public CompletionStage<?> adapt(Object result) {
		Method asFuture = Objects.requireNonNull(AS_FUTURE,
				"A Job of Kotlin as a result requires kotlinx-coroutines 1.7 or later");
		return (CompletionStage<?>) Objects.requireNonNull(ReflectionUtils.invokeMethod(asFuture, null, result));
	}

}
