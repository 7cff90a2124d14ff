// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.util.function.Function;

import org.springframework.util.Assert;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.poll.IsolationPermit;
import io.delay.store.JobStore;

/**
 * Creates containers for listeners. The settings of a topic take precedence over those of
 * the listener, which take precedence over the general defaults. The containers of one
 * factory together handle at most one isolated job at a time, see
 * {@link io.delay.store.Redelivery#ISOLATED}.
 *
 * @since 0.1.0
 */
public final class DelayListenerContainerFactory {

	private final JobStore store;

	private final DelayListenerContainerOptions options;

	private final Function<SessionComponents, ListenerSession> sessions;

	private final IsolationPermit isolationPermit = new IsolationPermit();

	/**
	 * Create a factory with the default options: platform threads, a shutdown timeout of
	 * 20 s, and no events.
	 */
	public DelayListenerContainerFactory(JobStore store) {
		this(store, DelayListenerContainerOptions.defaults());
	}

	/**
	 * Create a factory.
	 */
	public DelayListenerContainerFactory(JobStore store, DelayListenerContainerOptions options) {
		this(store, options, sessionsWithThreads());
	}

	private DelayListenerContainerFactory(JobStore store, DelayListenerContainerOptions options,
			Function<SessionComponents, ListenerSession> sessions) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(options, "'options' must not be null");
		this.store = store;
		this.options = options;
		this.sessions = sessions;
	}

	private static Function<SessionComponents, ListenerSession> sessionsWithThreads() {
		ConsumerAnnouncer announcer = new ConsumerAnnouncer();
		return (components) -> new ContainerSession(components, announcer);
	}

	// A factory with the same store and options whose containers have no threads.
	DelayListenerContainerFactory onCallingThread() {
		return new DelayListenerContainerFactory(this.store, this.options, CallerRunsSession::new);
	}

	/**
	 * Create a container.
	 * @return a container that is not started
	 * @throws io.delay.listener.InvalidListenerException if the settings do not fit
	 * together, or if the listener is transactional but the store has no transactions
	 */
	public DelayListenerContainer create(DelayListenerEndpoint endpoint) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		ContainerSettings settings = this.options.settingsOf(endpoint);
		return new DelayListenerContainer(endpoint, settings, this.store, this.options, this.sessions,
				this.isolationPermit, settings.transactional() ? this.options.transactions(endpoint) : null);
	}

}
