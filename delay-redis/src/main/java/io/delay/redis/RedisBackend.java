// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import org.springframework.util.Assert;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRoute;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicList;
import io.delay.redis.topic.TopicRegistry;
import io.delay.redis.wakeup.RedisWakeUps;

/**
 * Wires the parts that the store, its inspector, its administrator and its checks share:
 * the connections, the scripts and the known topics.
 */
final class RedisBackend {

	private final RedisConnections connections;

	private final RedisJobStoreOptions options;

	private final ScriptLibrary scripts;

	private final ScriptRunner producers;

	private final TopicRegistry topicsOfProducers;

	private final ScriptRunner consumers;

	private final TopicRegistry topicsOfConsumers;

	// Producers carry submits that do not wait for replicas, cancels, reschedules, and
	// all commands of operators and checks. Consumers carry reserves, settlements,
	// touches, hand-backs and registrations of consumers. Each store has up to eight
	// connections for submits that wait for replicas, and one for wake-ups. Nothing is
	// sent to Redis yet
	RedisBackend(RedisConnections connections, RedisJobStoreOptions options, ScriptLibrary scripts) {
		this.connections = connections;
		this.options = options;
		this.scripts = scripts;
		this.producers = runner(connections.producers());
		this.topicsOfProducers = topics(connections.producers(), this.producers);
		this.consumers = ScriptRunner.repeatingBriefly(connections.consumers(), scripts, connections.replyFlags());
		this.topicsOfConsumers = topics(connections.consumers(), this.consumers);
	}

	private RedisBackend(RedisBackend backend, TopicPartitions partitions) {
		this.connections = backend.connections;
		this.options = backend.options;
		this.scripts = backend.scripts;
		this.producers = backend.producers;
		this.topicsOfProducers = backend.topicsOfProducers.moving(partitions);
		this.consumers = backend.consumers;
		this.topicsOfConsumers = backend.topicsOfConsumers.moving(partitions);
	}

	// A move alone can use the partitions of its topic
	RedisBackend moving(TopicPartitions partitions) {
		return new RedisBackend(this, partitions);
	}

	static RedisBackend of(RedisConnections connections, RedisJobStoreOptions options) {
		Assert.notNull(connections, "'connections' must not be null");
		Assert.notNull(options, "'options' must not be null");
		return connections.backend(options);
	}

	RedisJobStoreOptions options() {
		return this.options;
	}

	ScriptRunner producers() {
		return this.producers;
	}

	SharedConnection connectionOfProducers() {
		return this.connections.producers();
	}

	TopicRegistry topicsOfProducers() {
		return this.topicsOfProducers;
	}

	TopicList topicList() {
		return new TopicList(this.connections.producers(), this.producers, this.options.namespace());
	}

	ScriptRunner consumers() {
		return this.consumers;
	}

	TopicRegistry topicsOfConsumers() {
		return this.topicsOfConsumers;
	}

	ScriptRunner submits() {
		int replicas = this.options.waitReplicas();
		return (replicas == 0) ? this.producers
				: runner(this.connections.submits(replicas, this.options.waitReplicasTimeout()));
	}

	RedisWakeUps wakeUps() {
		return new RedisWakeUps(this.connections.wakeUps(), this.options.namespace(), RedisWakeUps.PING_INTERVAL);
	}

	private ScriptRunner runner(ScriptRoute route) {
		return new ScriptRunner(route, this.scripts, this.connections.replyFlags());
	}

	private TopicRegistry topics(SharedConnection connection, ScriptRunner runner) {
		return new TopicRegistry(connection, runner, this.options.namespace(), this.options::partitions);
	}

}
