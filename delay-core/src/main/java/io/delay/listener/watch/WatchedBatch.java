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

package io.delay.listener.watch;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.micrometer.context.ContextSnapshot;
import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayHeaders;
import io.delay.listener.execute.BatchSurroundings;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.observation.GuardedObservations;

/**
 * Surrounds a batch: the logging context contains the topic during the call of the
 * handler, but no ids and attempts, because they differ between the jobs. At the end of
 * each job, the logging context contains its id and attempt, too, and its observation is
 * the current one. The thread-locals are restored afterwards.
 */
final class WatchedBatch implements BatchSurroundings {

	private final GuardedObservations<?> observations;

	private final @Nullable LoggingContext logging = LoggingContext.ifPresent();

	private final @Nullable ThreadContext thread = ThreadContext.ifPresent();

	WatchedBatch(GuardedObservations<?> observations) {
		this.observations = observations;
	}

	@Override
	public void call(String topic, Runnable call) {
		restored(() -> {
			runLogged(topic, call);
			return true;
		});
	}

	@Override
	public JobEnd prepareEnd(HeldJob job) {
		UnaryOperator<Supplier<HandlingResult>> observed = this.observations.inCurrent();
		LoggingContext logging = this.logging;
		return (decision) -> restored(() -> {
			Supplier<HandlingResult> inner = observed.apply(decision);
			return (logging != null) ? logging.call(job, inner) : inner.get();
		});
	}

	private <T> T restored(Supplier<T> call) {
		if (this.thread == null) {
			return call.get();
		}
		ContextSnapshot before = this.thread.capture();
		try {
			return call.get();
		}
		finally {
			this.thread.restore(before);
		}
	}

	private void runLogged(String topic, Runnable call) {
		if (this.logging == null) {
			call.run();
			return;
		}
		String before = this.logging.replace(DelayHeaders.TOPIC, topic);
		try {
			call.run();
		}
		finally {
			this.logging.restore(DelayHeaders.TOPIC, before);
		}
	}

}
