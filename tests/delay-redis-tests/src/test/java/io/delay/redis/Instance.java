// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOptions;
import io.delay.converter.SimplePayloadConverter;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.store.JobStore;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.store.ForwardingJobStore;

/**
 * An instance of an application: connections, a store and containers of its own. Needs no
 * Redis to be made. Closing it stops its containers.
 */
public final class Instance implements AutoCloseable {

	private final String host;

	private final RedisConnections connections;

	private final RedisJobStore redisStore;

	/** In place of those of the store, if they ping at an interval of their own. */
	private final @Nullable RedisWakeUps wakeUps;

	private final JobStore store;

	private final DelayTemplate template;

	private final DelayAdmin admin;

	private final List<DelayListenerContainer> containers = new CopyOnWriteArrayList<>();

	private Duration shutdownTimeout = Duration.ofSeconds(5);

	private Instance(Builder builder) {
		this.host = builder.name;
		this.connections = new RedisConnections(builder.application);
		RedisJobStoreOptions options = new RedisJobStoreOptions(builder.namespace).withPartitions(builder.partitions);
		this.redisStore = new RedisJobStore(this.connections, options);
		this.wakeUps = (builder.pingInterval != null)
				? new RedisWakeUps(this.connections.wakeUps(), builder.namespace, builder.pingInterval) : null;
		this.store = builder.decorator
			.apply((this.wakeUps != null) ? withWakeUps(this.redisStore, this.wakeUps) : this.redisStore);
		RedisJobStoreInspector inspector = new RedisJobStoreInspector(this.connections, options);
		this.template = new DelayTemplate(this.store, inspector, new SimplePayloadConverter());
		this.admin = new DelayAdmin(this.store, inspector, new RedisJobStoreAdministrator(this.connections, options),
				DelayAdminOptions.defaults().withHost(this.host));
	}

	private static JobStore withWakeUps(JobStore store, RedisWakeUps wakeUps) {
		return new ForwardingJobStore(store) {

			@Override
			public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
				return wakeUps.subscribe(topic, (wakeUp) -> listener.wakeUpIn(wakeUp.delay()));
			}

		};
	}

	public static Builder named(String name) {
		return new Builder(name);
	}

	public JobStore store() {
		return this.store;
	}

	public DelayTemplate template() {
		return this.template;
	}

	public DelayAdmin admin() {
		return this.admin;
	}

	public void shutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
	}

	/**
	 * Start a container.
	 */
	public DelayListenerContainer listen(String topic, ListenerSettings.Builder settings, JobHandler handler) {
		return listen(topic, settings, WorkerExecutorFactory.platformThreads(), handler);
	}

	public DelayListenerContainer listen(String topic, ListenerSettings.Builder settings, WorkerExecutorFactory workers,
			JobHandler handler) {
		DelayListenerContainer container = new DelayListenerContainerFactory(this.store,
				DelayListenerContainerOptions.defaults()
					.withExecutorFactory(workers)
					.withShutdownTimeout(this.shutdownTimeout)
					.withHost(this.host))
			.create(new DelayListenerEndpoint(this.host + "-" + topic, topic, settings.build(), handler));
		this.containers.add(container);
		container.start();
		return container;
	}

	public void stopListening() {
		this.containers.forEach(DelayListenerContainer::stop);
		this.containers.clear();
	}

	@Override
	public void close() {
		stopListening();
		if (this.wakeUps != null) {
			this.wakeUps.close();
		}
		this.redisStore.close();
		this.connections.close();
	}

	/**
	 * Where an instance finds its Redis.
	 */
	public static final class Builder {

		private final String name;

		private LettuceConnectionFactory application;

		private String namespace = "guarantee";

		private Duration commandTimeout = Duration.ofSeconds(5);

		private int partitions = 1;

		private @Nullable Duration pingInterval;

		private UnaryOperator<JobStore> decorator = UnaryOperator.identity();

		private Builder(String name) {
			this.name = name;
		}

		public Builder commandTimeout(Duration commandTimeout) {
			this.commandTimeout = commandTimeout;
			return this;
		}

		/**
		 * In how many partitions the instance wants each topic.
		 */
		public Builder partitions(int partitions) {
			this.partitions = partitions;
			return this;
		}

		/**
		 * How often the connection for wake-ups is tried.
		 */
		public Builder pingInterval(Duration pingInterval) {
			this.pingInterval = pingInterval;
			return this;
		}

		/**
		 * What stands between the store and the engine.
		 */
		public Builder decorator(UnaryOperator<JobStore> decorator) {
			this.decorator = decorator;
			return this;
		}

		public Instance on(int port, String namespace) {
			return on(RedisAccess.factory("localhost", port, client()), namespace);
		}

		public Instance on(EmbeddedRedisCluster cluster, String namespace) {
			return on(RedisAccess.factory(cluster, client()), namespace);
		}

		public Instance on(EmbeddedRedisSentinels group, String namespace) {
			return on(RedisAccess.factory(group, client()), namespace);
		}

		private LettuceClientConfiguration client() {
			return RedisAccess.client(this.commandTimeout);
		}

		private Instance on(LettuceConnectionFactory application, String namespace) {
			this.application = application;
			this.namespace = namespace;
			return new Instance(this);
		}

	}

}
