// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

import io.delay.converter.PayloadConverter;
import io.delay.event.DelayEvent;
import io.delay.event.JobBuriedEvent;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.store.BuriedJob;
import io.delay.store.admin.JobStoreInspector;
import io.delay.support.DaemonThread;

/**
 * Publishes application events about containers and about the actions of operators.
 * Events are published on a separate thread, so event listeners of the application cannot
 * delay jobs. At most 1,000 events wait to be delivered; further events are dropped with
 * a warning.
 * <p>
 * The publisher stops right after the containers and allows up to a second for the
 * delivery of the last events. An application needs one instance, for its
 * {@code DelayListenerContainerFactory}.
 *
 * @since 0.1.0
 */
public final class DelayEventPublisher implements SmartLifecycle, DisposableBean {

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);

	private final ApplicationEventPublisher publisher;

	private final JobStoreInspector inspector;

	private final PayloadConverter converter;

	private final boolean callerRuns;

	// Otherwise the thread would keep the thread-locals of the handler that happens to
	// start it
	private final ThreadFactory threads = DaemonThread.factory("delay-events");

	private final AtomicLong dropped = new AtomicLong();

	private @Nullable EventDispatcher delivery;

	private boolean destroyed;

	private volatile boolean running;

	/**
	 * Create a publisher.
	 * @param publisher publishes the events, for instance an application context
	 * @param inspector reads jobs from the store for event listeners that request a whole
	 * job
	 * @param converter converts payloads
	 */
	public DelayEventPublisher(ApplicationEventPublisher publisher, JobStoreInspector inspector,
			PayloadConverter converter) {
		this(publisher, inspector, converter, false);
	}

	private DelayEventPublisher(ApplicationEventPublisher publisher, JobStoreInspector inspector,
			PayloadConverter converter, boolean callerRuns) {
		Assert.notNull(publisher, "'publisher' must not be null");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(converter, "'converter' must not be null");
		this.publisher = publisher;
		this.inspector = inspector;
		this.converter = converter;
		this.callerRuns = callerRuns;
	}

	/**
	 * Return a publisher like this one that publishes each event on the thread on which
	 * it occurs, for tests. Exceptions of event listeners are logged.
	 * @return a publisher without a thread
	 */
	public DelayEventPublisher onCallingThread() {
		return new DelayEventPublisher(this.publisher, this.inspector, this.converter, true);
	}

	JobBuriedEvent buried(DelayListenerEndpoint endpoint, BuriedJob job) {
		return new JobBuriedEvent(endpoint.id(), endpoint.topic(), job, this.inspector, this.converter);
	}

	/**
	 * Publish an event asynchronously. This method never blocks; if too many events are
	 * waiting, the event is dropped.
	 */
	public void publish(DelayEvent event) {
		if (this.callerRuns) {
			EventDispatcher.deliver(event, this.publisher::publishEvent);
		}
		else {
			publishLater(event);
		}
	}

	private synchronized void publishLater(DelayEvent event) {
		if (this.destroyed) {
			this.dropped.incrementAndGet();
			return;
		}
		if (this.delivery == null) {
			this.delivery = new EventDispatcher(this.publisher::publishEvent, this.dropped, this.threads);
		}
		this.delivery.add(event);
	}

	/**
	 * Return how many events have been dropped so far because they were not delivered in
	 * time.
	 * @return the number
	 */
	public long dropped() {
		return this.dropped.get();
	}

	@Override
	public void start() {
		this.running = true;
	}

	/**
	 * Wait up to a second for the delivery of the events published so far. Events that
	 * are published later are delivered as well.
	 */
	@Override
	public void stop() {
		this.running = false;
		finish(STOP_TIMEOUT);
	}

	/**
	 * Stop publishing events.
	 */
	@Override
	public void destroy() {
		synchronized (this) {
			this.destroyed = true;
		}
		finish(Duration.ZERO);
	}

	private void finish(Duration timeout) {
		EventDispatcher last = takeDelivery();
		if (last != null) {
			last.close(timeout);
		}
	}

	private synchronized @Nullable EventDispatcher takeDelivery() {
		EventDispatcher last = this.delivery;
		this.delivery = null;
		return last;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Return the phase right below that of the {@code DelayListenerRegistry}, so that the
	 * containers stop first.
	 */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

}
