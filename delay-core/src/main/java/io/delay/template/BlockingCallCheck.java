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
