// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobContext;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.ReservedJob;
import io.delay.template.DelayTemplate;

/**
 * A producer and any number of consumers, each with its own connections.
 */
final class LoadInstances implements AutoCloseable {

	private static final int MAX_ATTEMPTS = 20;

	private final Supplier<LettuceConnectionFactory> application;

	private final RedisJobStoreOptions options;

	private final LoadJournal journal;

	private final Deque<AutoCloseable> opened = new ArrayDeque<>();

	private final DelayTemplate producer;

	private final RedisJobStoreInspector inspector;

	LoadInstances(Supplier<LettuceConnectionFactory> application, RedisJobStoreOptions options, LoadJournal journal) {
		this.application = application;
		this.options = options;
		this.journal = journal;
		RedisConnections connections = connections();
		this.inspector = new RedisJobStoreInspector(connections, options);
		this.producer = new DelayTemplate(store(connections), this.inspector, new SimplePayloadConverter());
	}

	DelayTemplate producer() {
		return this.producer;
	}

	RedisJobStoreInspector inspector() {
		return this.inspector;
	}

	void startConsumer(String name, int concurrency, Duration ttr, Duration handling) {
		DelayListenerContainerFactory factory = new DelayListenerContainerFactory(store(connections()),
				DelayListenerContainerOptions.defaults().withHost(name));
		ListenerSettings settings = ListenerSettings.builder()
			.concurrency(concurrency)
			.ttr(ttr)
			.maxAttempts(MAX_ATTEMPTS)
			.build();
		DelayListenerContainer container = factory
			.create(new DelayListenerEndpoint(name, LoadTopic.NAME, settings, (job, context) -> {
				note(job, context);
				LockSupport.parkNanos(handling.toNanos());
			}));
		container.start();
		this.opened.push(container::stop);
	}

	private void note(ReservedJob job, JobContext context) {
		long lateness = ChronoUnit.MICROS.between(job.visibleSince(), Instant.now());
		this.journal.add(new LoadJournal.Call(context.id(), context.attempt(), System.nanoTime(), lateness));
	}

	private RedisConnections connections() {
		RedisConnections connections = new RedisConnections(this.application.get());
		this.opened.push(connections);
		return connections;
	}

	private RedisJobStore store(RedisConnections connections) {
		RedisJobStore store = new RedisJobStore(connections, this.options);
		this.opened.push(store);
		return store;
	}

	@Override
	public void close() throws Exception {
		while (!this.opened.isEmpty()) {
			this.opened.pop().close();
		}
	}

}
