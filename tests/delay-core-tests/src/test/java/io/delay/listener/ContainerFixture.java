// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.util.unit.DataSize;

import io.delay.converter.SimplePayloadConverter;
import io.delay.job.Job;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.listener.execute.FailureReasons;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.support.JobFailureLog;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.listener.watch.ListenerEvents;
import io.delay.store.JobStore;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

/**
 * A store in memory, a template to fill it, and containers that are stopped at the end.
 */
public class ContainerFixture implements AutoCloseable {

	public static final String TOPIC = "orders";

	public final MemoryJobStore store = new MemoryJobStore();

	public final DelayTemplate template = new DelayTemplate(this.store, this.store, new SimplePayloadConverter());

	private final List<DelayListenerContainer> containers = new ArrayList<>();

	private Duration shutdownTimeout = Duration.ofSeconds(10);

	private WorkerExecutorFactory workers = WorkerExecutorFactory.platformThreads();

	private DelayEventPublisher events;

	private UnaryOperator<DelayListenerContainerOptions> watch = (options) -> options;

	public ContainerFixture shutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
		return this;
	}

	public ContainerFixture workers(WorkerExecutorFactory workers) {
		this.workers = workers;
		return this;
	}

	/**
	 * Publish what happens in the containers.
	 * @param publisher takes the events
	 * @return the publication, to be stopped by the caller
	 */
	public DelayEventPublisher publishTo(ApplicationEventPublisher publisher) {
		this.events = new DelayEventPublisher(publisher, this.store, new SimplePayloadConverter());
		return this.events;
	}

	/**
	 * Have the containers watched.
	 * @param watch sets what watches them
	 * @return this fixture
	 */
	public ContainerFixture watch(UnaryOperator<DelayListenerContainerOptions> watch) {
		this.watch = watch;
		return this;
	}

	public static ListenerEvents noEvents() {
		return new ListenerEvents(endpoint(), null);
	}

	// Without stack traces
	/**
	 * Return a job that is ready and need not be isolated.
	 */
	public static HeldJob held(ReservedJob job, HeldLease lease) {
		return new HeldJob(job, lease, System.nanoTime(), () -> {
		});
	}

	public static FailureReasons reasons() {
		return new FailureReasons("host-1", DataSize.ofBytes(0));
	}

	public static JobFailureLog failures() {
		return new JobFailureLog(endpoint());
	}

	public static DelayListenerEndpoint endpoint() {
		return endpoint(settings(), (job, context) -> {
		});
	}

	private static DelayListenerEndpoint endpoint(ListenerSettings.Builder settings, JobHandler handler) {
		return new DelayListenerEndpoint("listener-1", TOPIC, settings.build(), handler);
	}

	public static ListenerSettings.Builder settings() {
		return ListenerSettings.builder().concurrency(2);
	}

	public DelayListenerContainer start(ListenerSettings.Builder settings, JobHandler handler) {
		return start(this.store, settings, handler);
	}

	public DelayListenerContainer start(JobStore store, ListenerSettings.Builder settings, JobHandler handler) {
		DelayListenerContainer container = create(store, settings, handler);
		container.start();
		return container;
	}

	public DelayListenerContainer create(JobStore store, ListenerSettings.Builder settings, JobHandler handler) {
		DelayListenerContainerOptions options = DelayListenerContainerOptions.defaults()
			.withExecutorFactory(this.workers)
			.withShutdownTimeout(this.shutdownTimeout)
			.withHost("host-1")
			.withEvents(this.events);
		DelayListenerContainerFactory factory = new DelayListenerContainerFactory(store, this.watch.apply(options));
		DelayListenerContainer container = factory.create(endpoint(settings, handler));
		this.containers.add(container);
		return container;
	}

	public void submit(String id) {
		this.template.submit(Job.to(TOPIC).id(id).payload(id).build());
	}

	/**
	 * Submit jobs at once that are due at once.
	 * @param count how many
	 */
	public void submit(int count) {
		this.template.submitAll(IntStream.range(0, count).mapToObj((i) -> Job.to(TOPIC).build()).toList());
	}

	@Override
	public void close() {
		this.containers.forEach(DelayListenerContainer::stop);
	}

}
