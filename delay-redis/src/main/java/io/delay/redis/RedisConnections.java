// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.beans.DirectFieldAccessor;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.Assert;

import io.delay.redis.connection.DerivedConnectionFactories;
import io.delay.redis.connection.ReplicatedScripts;
import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.RedisServer;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRoute;

/**
 * The connections to Redis: one for producers, one for consumers, one for wake-ups, and a
 * few for submits if they wait for replicas, so that the traffic of one does not delay
 * the others. All of them connect to the same servers as the application's connection
 * factory, but with their own options: while a connection is down, its commands are
 * rejected, and no command is sent twice. After a connection is lost, the driver
 * reconnects or, with Sentinel or Cluster, looks up the master again. It tries at least
 * once a second. Each connection is opened on its first use.
 *
 * @since 0.1.0
 */
public final class RedisConnections implements AutoCloseable {

	private final LettuceConnectionFactory application;

	private final String settings;

	private final DerivedConnectionFactories source;

	private final ReplyFlags replyFlags = new ReplyFlags();

	private final ScriptLibrary scripts = new ScriptLibrary();

	private final Map<RedisJobStoreOptions, RedisBackend> backends = new ConcurrentHashMap<>();

	private final SharedConnection producers;

	private final SharedConnection consumers;

	private final LettuceConnectionFactory wakeUps;

	private final List<ReplicatedScripts> submits = new CopyOnWriteArrayList<>();

	/**
	 * Create connections with the configuration of the application's connection factory.
	 * @param application the application's connection factory; its configuration is read,
	 * the factory itself is not used
	 * @throws IllegalArgumentException if the factory is configured with a static list of
	 * a master and its replicas
	 */
	public RedisConnections(LettuceConnectionFactory application) {
		this(application, RedisServer.BEAN);
	}

	/**
	 * Create connections with the configuration of a connection factory.
	 * @param application the connection factory; its configuration is read, the factory
	 * itself is not used
	 * @param settings where the application sets its address and its credentials, as
	 * messages name it: a property or a prefix of properties such as {@code delay.redis},
	 * or words such as {@code the bean 'redisOfJobs'}
	 * @throws IllegalArgumentException if the factory is configured with a static list of
	 * a master and its replicas
	 */
	public RedisConnections(LettuceConnectionFactory application, String settings) {
		Assert.notNull(application, "'application' must not be null");
		Assert.hasText(settings, "'settings' must not be empty");
		checkNoStaticReplicas(application);
		this.application = application;
		this.settings = settings;
		this.source = new DerivedConnectionFactories(application, settings);
		this.producers = this.source.share("producers");
		this.consumers = this.source.share("consumers");
		this.wakeUps = this.source.derive("wake-ups");
		this.wakeUps.setShareNativeConnection(false);
	}

	// Shared by all runners, so that a warning is not logged once per runner.
	ReplyFlags replyFlags() {
		return this.replyFlags;
	}

	RedisBackend backend(RedisJobStoreOptions options) {
		return this.backends.computeIfAbsent(options, (key) -> new RedisBackend(this, key, this.scripts));
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

	// For submits that wait for replicas. Closed together with these connections
	ScriptRoute submits(int replicas, Duration waitTimeout) {
		ReplicatedScripts route = new ReplicatedScripts(this.application, this.settings, replicas, waitTimeout);
		this.submits.add(route);
		return route;
	}

	/**
	 * Close the connections. Commands in progress fail.
	 */
	@Override
	public void close() {
		this.submits.forEach(ReplicatedScripts::close);
		this.source.close();
	}

	// The factory exposes every configuration except this one, for which it reports a
	// standalone localhost.
	private static void checkNoStaticReplicas(LettuceConnectionFactory application) {
		Object configuration = new DirectFieldAccessor(application).getPropertyValue("configuration");
		if (configuration instanceof RedisStaticMasterReplicaConfiguration) {
			throw new IllegalArgumentException("Delay does not support a static list of a master and its replicas. "
					+ "Set the master as delay.redis.host and port, use Sentinel, "
					+ "or define a RedisConnections bean with a separate LettuceConnectionFactory");
		}
	}

}
