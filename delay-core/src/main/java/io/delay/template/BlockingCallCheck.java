// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs the first blocking call on a thread of an event loop, because all connections of
 * the loop wait during the call.
 */
final class BlockingCallCheck {

	private static final Log logger = LogFactory.getLog(BlockingCallCheck.class);

	// Neither library needs to be on the class path
	private static final Set<String> TYPES = Set.of("reactor.core.scheduler.NonBlocking",
			"io.netty.util.concurrent.FastThreadLocalThread");

	private static final ClassValue<Boolean> nonBlocking = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return isNonBlocking(type);
		}

	};

	private final AtomicBoolean logged = new AtomicBoolean();

	void check(String operation, String topic) {
		Thread thread = Thread.currentThread();
		if (nonBlocking.get(thread.getClass()) && this.logged.compareAndSet(false, true)) {
			logger.warn("The call of " + operation + " for topic '" + topic + "' blocks thread '" + thread.getName()
					+ "' of an event loop until the store replies, so all connections of this thread wait. "
					+ "Submit with submitAsync, and make other calls on a thread that may block, for instance with "
					+ "Mono.fromCallable(...).subscribeOn(Schedulers.boundedElastic()). "
					+ "Further calls are not logged", new IllegalStateException("Blocking call"));
		}
	}

	private static boolean isNonBlocking(@Nullable Class<?> type) {
		if (type == null) {
			return false;
		}
		if (TYPES.contains(type.getName()) || isNonBlocking(type.getSuperclass())) {
			return true;
		}
		for (Class<?> each : type.getInterfaces()) {
			if (isNonBlocking(each)) {
				return true;
			}
		}
		return false;
	}

}
