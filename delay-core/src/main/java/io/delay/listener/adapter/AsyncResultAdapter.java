// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Flux;

/**
 * Adapts the asynchronous results of a listener method.
 */
@FunctionalInterface
interface AsyncResultAdapter {

	CompletionStage<?> adapt(Object result);

	static @Nullable AsyncResultAdapter of(Class<?> type) {
		if (CompletionStage.class.isAssignableFrom(type)) {
			return (result) -> (CompletionStage<?>) result;
		}
		if (CoroutineResultAdapter.supports(type)) {
			return new CoroutineResultAdapter();
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		return (adapter != null && isReactorPresent()) ? new ReactiveResultAdapter(adapter) : null;
	}

	private static boolean isReactorPresent() {
		return ClassUtils.isPresent("reactor.core.publisher.Flux", AsyncResultAdapter.class.getClassLoader());
	}

	/**
	 * Subscribes to the reactive results of a listener method, on the thread of the
	 * method. A result with several values is complete when the last one has been
	 * published.
	 */
	final class ReactiveResultAdapter implements AsyncResultAdapter {

		private final ReactiveAdapter adapter;

		ReactiveResultAdapter(ReactiveAdapter adapter) {
			this.adapter = adapter;
		}

		@Override
		public CompletionStage<?> adapt(Object result) {
			return Flux.from(this.adapter.toPublisher(result)).then().contextCapture().toFuture();
		}

	}

	/**
	 * Adapts the coroutines of Kotlin that a listener method starts and returns as a
	 * {@code Job}. Uses the names of Kotlin's types, because Delay does not depend on
	 * Kotlin.
	 */
	final class CoroutineResultAdapter implements AsyncResultAdapter {

		private static final @Nullable Class<?> JOB = find("kotlinx.coroutines.Job");

		// Also passes a cancellation of the future on to the coroutine
		private static final @Nullable Method AS_FUTURE = asFuture();

		private static @Nullable Class<?> find(String name) {
			ClassLoader classLoader = CoroutineResultAdapter.class.getClassLoader();
			return ClassUtils.isPresent(name, classLoader) ? ClassUtils.resolveClassName(name, classLoader) : null;
		}

		private static @Nullable Method asFuture() {
			Class<?> functions = find("kotlinx.coroutines.future.FutureKt");
			return (JOB != null && functions != null) ? ClassUtils.getMethod(functions, "asCompletableFuture", JOB)
					: null;
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

}
