// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.execute.Execution;
import io.delay.listener.settle.SettlementObserver;
import io.delay.support.FailureNotice;

/**
 * The instrumentation of one container: events, metrics, observations and the logging
 * context, each only if it is configured. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ContainerInstrumentation {

	private final DelayListenerEndpoint endpoint;

	private final InstrumentationOptions options;

	private final FailureNotice notice;

	private final ListenerEvents events;

	private final @Nullable ContainerMetrics metrics;

	public ContainerInstrumentation(DelayListenerEndpoint endpoint, InstrumentationOptions options) {
		this.endpoint = endpoint;
		this.options = options;
		this.notice = new FailureNotice("The observation of listener '" + endpoint.id() + "'");
		this.events = new ListenerEvents(endpoint, options.events());
		this.metrics = (options.metrics() != null) ? new ContainerMetrics(endpoint, options.metrics()) : null;
	}

	public ListenerEvents events() {
		return this.events;
	}

	public SettlementObserver settlements() {
		return (this.metrics != null) ? SettlementObserver.both(this.events, this.metrics) : this.events;
	}

	public Execution around(Execution execution) {
		return new WatchedExecution(execution, this.endpoint.id(), this.metrics, this.options, this.notice);
	}

}
