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

import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.execute.BatchSurroundings;
import io.delay.listener.execute.Execution;
import io.delay.listener.settle.SettlementObserver;
import io.delay.observation.DefaultProcessObservationConvention;
import io.delay.observation.DelayObservation;
import io.delay.observation.GuardedObservations;
import io.delay.observation.ProcessObservationContext;

/**
 * The instrumentation of one container: events, metrics, observations, the logging
 * context and the other thread-locals, each only if it is configured. Internal to Delay:
 * may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ContainerInstrumentation {

	private final DelayListenerEndpoint endpoint;

	private final GuardedObservations<ProcessObservationContext> observations;

	private final ListenerEvents events;

	private final @Nullable ContainerMetrics metrics;

	public ContainerInstrumentation(DelayListenerEndpoint endpoint, InstrumentationOptions options) {
		this.endpoint = endpoint;
		this.observations = new GuardedObservations<>(DelayObservation.PROCESS, options.registry(),
				options.convention(), new DefaultProcessObservationConvention());
		this.events = new ListenerEvents(endpoint, options.events());
		this.metrics = (options.metrics() != null) ? new ContainerMetrics(endpoint, options.metrics()) : null;
	}

	public ListenerEvents events() {
		return this.events;
	}

	public SettlementObserver settlements() {
		return (this.metrics != null) ? SettlementObserver.both(this.events, this.metrics) : this.events;
	}

	// The order matters: the handler is observed inside the logging context, which may
	// itself be one of the thread-locals to restore.
	public Execution around(Execution execution) {
		return measured(ThreadContextExecution.of(MdcExecution.of(observed(execution))));
	}

	// Unlike around(), does not set the logging context or restore the thread-locals:
	// batch() does so around the call of the handler and around the end of each job
	public Execution aroundJobOfBatch(Execution execution) {
		return measured(observed(execution));
	}

	public BatchSurroundings batch() {
		return new WatchedBatch(this.observations);
	}

	private Execution observed(Execution execution) {
		return new ObservedExecution(execution, this.endpoint.id(), this.observations);
	}

	private Execution measured(Execution execution) {
		return (this.metrics != null) ? new MeasuredExecution(execution, this.metrics) : execution;
	}

}
