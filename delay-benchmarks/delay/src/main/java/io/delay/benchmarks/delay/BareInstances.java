// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.JobStore;
import io.delay.store.ReserveResult;
import io.delay.template.DelayTemplate;

/**
 * Instances of Delay without an application, each with its own connections. Counts what
 * their containers reserve.
 */
final class BareInstances implements AutoCloseable {

	private final String host;

	private final int port;

	private final RedisJobStoreOptions options;

	private final Duration lookAhead;

	private final Deque<AutoCloseable> opened = new ArrayDeque<>();

	private final LongAdder reserves = new LongAdder();

	private final LongAdder emptyReserves = new LongAdder();

	private int instances;

	BareInstances(String host, int port, int partitions, Duration lookAhead) {
		this.lookAhead = lookAhead;
		this.host = host;
		this.port = port;
		this.options = new RedisJobStoreOptions("delay", partitions, Map.of());
	}

	static String topic(int index) {
		return "instances-" + index;
	}

	void start(int topics, JobHandler handler) {
		start(topics, ListenerSettings.none(), handler);
	}

	void start(int topics, ListenerSettings settings, JobHandler handler) {
		JobStore store = counted(new RedisJobStore(connections(), this.options));
		String name = "instance-" + this.instances++;
		DelayListenerContainerFactory factory = new DelayListenerContainerFactory(store,
				DelayListenerContainerOptions.defaults().withHost(name).withLookAhead(this.lookAhead));
		for (int i = 0; i < topics; i++) {
			DelayListenerContainer container = factory
				.create(new DelayListenerEndpoint(name + "-" + i, topic(i), settings, handler));
			container.start();
			this.opened.push(container::stop);
		}
	}

	DelayTemplate producer() {
		RedisConnections connections = connections();
		return new DelayTemplate(new RedisJobStore(connections, this.options),
				new RedisJobStoreInspector(connections, this.options), new SimplePayloadConverter());
	}

	private RedisConnections connections() {
		RedisConnections connections = new RedisConnections(new LettuceConnectionFactory(this.host, this.port));
		this.opened.push(connections);
		return connections;
	}

	private JobStore counted(JobStore store) {
		return (JobStore) Proxy.newProxyInstance(JobStore.class.getClassLoader(), new Class<?>[] { JobStore.class },
				(proxy, method, arguments) -> {
					try {
						Object result = method.invoke(store, arguments);
						if (result instanceof ReserveResult reserved) {
							this.reserves.increment();
							this.emptyReserves.add(reserved.jobs().isEmpty() ? 1 : 0);
						}
						return result;
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	void resetCounts() {
		this.reserves.reset();
		this.emptyReserves.reset();
	}

	long reserves() {
		return this.reserves.sum();
	}

	long emptyReserves() {
		return this.emptyReserves.sum();
	}

	@Override
	public void close() throws Exception {
		while (!this.opened.isEmpty()) {
			this.opened.pop().close();
		}
	}

}
