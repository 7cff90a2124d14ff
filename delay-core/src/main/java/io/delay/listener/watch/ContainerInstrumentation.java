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
import io.delay.listener.execute.Execution;
import io.delay.listener.settle.SettlementObserver;

/**
 * The instrumentation of one container: events, metrics, observations and the logging
 * context, each only if it is configured.
 */
public final class ContainerInstrumentation {

	private final DelayListenerEndpoint endpoint;

	private final InstrumentationOptions options;

	private final ListenerEvents events;

	private final @Nullable ContainerMetrics metrics;

	public ContainerInstrumentation(DelayListenerEndpoint endpoint, InstrumentationOptions options) {
		this.endpoint = endpoint;
		this.options = options;
		this.events = new ListenerEvents(endpoint, options.events());
		this.metrics = ContainerMetrics.of(endpoint, options.metrics());
	}

	public ListenerEvents events() {
		return this.events;
	}

	public SettlementObserver settlements() {
		return (this.metrics != null) ? SettlementObserver.both(this.events, this.metrics) : this.events;
	}

	// The lateness is measured outside the logging context. The handler is observed and
	// runs inside it.
	public Execution around(Execution execution) {
		Execution logged = MdcExecution.of(new ObservedExecution(execution, this.endpoint, this.options));
		return (this.metrics != null) ? new MeasuredExecution(logged, this.metrics) : logged;
	}

}
