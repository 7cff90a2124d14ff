// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Flux;

/**
 * Adapts the asynchronous results of a listener method.
 */
@FunctionalInterface
interface AsyncResultAdapter {

	CompletionStage<?> adapt(Object result);

	/** Return the adapter for the results of a method. */
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

}
