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

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.Assert;

/**
 * The connections of Delay: one for producers, one for consumers, one for wake-ups, so
 * that nobody's traffic holds up another's. They lead where the application's connection
 * factory leads, with options of their own: commands are rejected while disconnected and
 * never sent twice, a lost connection is tried anew at least once a second, and so is the
 * look-up of a master that was lost, at the Sentinels or the nodes of a Cluster. Nothing
 * connects before it is used.
 *
 * @since 0.1.0
 */
public final class RedisConnections implements AutoCloseable {

	/**
	 * The longest time that a command waits for its reply, whatever the application's own
	 * setting: a container that waits longer does nothing meanwhile.
	 */
	private static final Duration LONGEST_COMMAND_TIMEOUT = Duration.ofSeconds(10);

	private static final Duration SHORTEST_RECONNECT_DELAY = Duration.ofMillis(10);

	private static final Duration LONGEST_RECONNECT_DELAY = Duration.ofSeconds(1);

	private final ClientResources resources;

	private final ReplyFlags replyFlags = new ReplyFlags();

	private final SharedConnection producers;

	private final SharedConnection consumers;

	private final LettuceConnectionFactory wakeUps;

	/**
	 * Derive connections.
	 * @param application the application's connection factory; its configuration is read,
	 * the factory itself is not used
	 * @throws IllegalArgumentException if it leads to a static list of master and
	 * replicas
	 */
	public RedisConnections(LettuceConnectionFactory application) {
		Assert.notNull(application, "'application' must not be null");
		checkNoStaticReplicas(application);
		this.resources = resources(application.getClientConfiguration());
		this.producers = new SharedConnection(derive(application, "producers"));
		this.consumers = new SharedConnection(derive(application, "consumers"));
		this.wakeUps = derive(application, "wake-ups");
		this.wakeUps.setShareNativeConnection(false);
	}

	// What scripts note beside their results is warned about once, whoever runs them.
	ReplyFlags replyFlags() {
		return this.replyFlags;
	}

	SharedConnection producers() {
		return this.producers;
	}

	SharedConnection consumers() {
		return this.consumers;
	}

	LettuceConnectionFactory wakeUps() {
		return this.wakeUps;
	}

	/**
	 * Close the connections. Commands under way fail.
	 */
	@Override
	public void close() {
		List.of(this.wakeUps, this.consumers.factory(), this.producers.factory())
			.forEach(LettuceConnectionFactory::destroy);
		this.resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
	}

	// The factory tells of every configuration but this one, and a standalone one at
	// localhost in its place.
	private static void checkNoStaticReplicas(LettuceConnectionFactory application) {
		Object configuration = new DirectFieldAccessor(application).getPropertyValue("configuration");
		if (configuration instanceof RedisStaticMasterReplicaConfiguration) {
			throw new IllegalArgumentException("Delay does not work with a static list of master and replicas. "
					+ "Set the master as spring.data.redis.host and port, use Sentinel, "
					+ "or define a RedisConnections bean with a LettuceConnectionFactory of its own");
		}
	}

	private LettuceConnectionFactory derive(LettuceConnectionFactory application, String role) {
		LettuceClientConfiguration client = clientConfiguration(application, role);
		RedisClusterConfiguration cluster = application.getClusterConfiguration();
		RedisSentinelConfiguration sentinel = application.getSentinelConfiguration();
		RedisSocketConfiguration socket = application.getSocketConfiguration();
		LettuceConnectionFactory factory;
		if (cluster != null) {
			factory = new LettuceConnectionFactory(cluster, client);
		}
		else if (sentinel != null) {
			factory = new LettuceConnectionFactory(sentinel, client);
		}
		else if (socket != null) {
			factory = new LettuceConnectionFactory(socket, client);
		}
		else {
			factory = new LettuceConnectionFactory(application.getStandaloneConfiguration(), client);
			factory.setDatabase(application.getDatabase());
		}
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private LettuceClientConfiguration clientConfiguration(LettuceConnectionFactory factory, String role) {
		LettuceClientConfiguration application = factory.getClientConfiguration();
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.clientResources(this.resources)
			.clientOptions(DriverOptions.derive(factory))
			.clientName(application.getClientName().map((name) -> name + "-").orElse("") + "delay-" + role)
			.commandTimeout(commandTimeout(application))
			.shutdownTimeout(application.getShutdownTimeout())
			.shutdownQuietPeriod(Duration.ZERO);
		application.getRedisCredentialsProviderFactory().ifPresent(builder::redisCredentialsProviderFactory);
		if (application.isUseSsl()) {
			LettuceClientConfiguration.LettuceSslClientConfigurationBuilder ssl = builder.useSsl()
				.verifyPeer(application.getVerifyMode());
			if (application.isStartTls()) {
				ssl.startTls();
			}
		}
		return builder.build();
	}

	private static Duration commandTimeout(LettuceClientConfiguration application) {
		Duration timeout = application.getCommandTimeout();
		boolean unlimited = timeout.isZero() || timeout.compareTo(LONGEST_COMMAND_TIMEOUT) > 0;
		return unlimited ? LONGEST_COMMAND_TIMEOUT : timeout;
	}

	private static ClientResources resources(LettuceClientConfiguration application) {
		DefaultClientResources.Builder builder = DefaultClientResources.builder()
			.reconnectDelay(() -> Delay.exponential(SHORTEST_RECONNECT_DELAY, LONGEST_RECONNECT_DELAY, 2,
					TimeUnit.MILLISECONDS))
			.nettyCustomizer(new ConnectionCustomizer(application.getClientResources()
				.map(ClientResources::nettyCustomizer)
				.orElse(DefaultClientResources.DEFAULT_NETTY_CUSTOMIZER), commandTimeout(application)));
		application.getClientResources().ifPresent((original) -> {
			builder.socketAddressResolver(original.socketAddressResolver());
			builder.addressResolverGroup(original.addressResolverGroup());
			builder.tracing(original.tracing());
		});
		return builder.build();
	}

}
