// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.Map;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.redis.partition.TopicPartitions;
import io.delay.store.history.HistorySettings;

/**
 * The options of a store on Redis: where the jobs are stored, and how many replicas must
 * confirm them.
 *
 * @param namespace the first part of every key and channel: 1 to 200 characters from
 * {@code A-Z a-z 0-9 . _ -}
 * @param partitions the number of partitions of a topic, 1 to {@value #MAX_PARTITIONS}; a
 * topic that exists in Redis must have the same number there
 * @param topicPartitions the number of partitions of individual topics
 * @param waitReplicas the number of replicas that must confirm a job before its submit
 * returns, 0 to wait only for the master
 * @param waitReplicasTimeout how long to wait for the replicas, more than zero and at
 * most an hour; after that the outcome of the submit is unknown
 * @param history which topics keep a history of finished runs
 * @since 0.1.0
 */
public record RedisJobStoreOptions(String namespace, int partitions, Map<String, Integer> topicPartitions,
		int waitReplicas, Duration waitReplicasTimeout, HistorySettings history) {

	/**
	 * The maximum number of partitions of a topic.
	 */
	public static final int MAX_PARTITIONS = TopicPartitions.MAX_COUNT;

	/**
	 * The default time to wait for replicas to confirm a job.
	 */
	public static final Duration DEFAULT_WAIT_REPLICAS_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration MAX_WAIT_REPLICAS_TIMEOUT = Duration.ofHours(1);

	/**
	 * The default options: the namespace {@code delay} and one partition for each topic.
	 */
	public static final RedisJobStoreOptions DEFAULT = new RedisJobStoreOptions("delay");

	public RedisJobStoreOptions {
		JobRules.checkTopic(namespace);
		checkPartitions(partitions);
		topicPartitions = Map.copyOf(topicPartitions);
		topicPartitions.forEach((topic, number) -> {
			JobRules.checkTopic(topic);
			checkPartitions(number);
		});
		Assert.isTrue(waitReplicas >= 0, () -> "Number of replicas " + waitReplicas + " to wait for must be 0 or more");
		Assert.isTrue(
				waitReplicasTimeout.compareTo(Duration.ZERO) > 0
						&& waitReplicasTimeout.compareTo(MAX_WAIT_REPLICAS_TIMEOUT) <= 0,
				() -> "Timeout " + waitReplicasTimeout
						+ " for replicas must be positive and an hour at most. Give it a unit, as in 1s");
		Assert.notNull(history, "'history' must not be null");
	}

	/**
	 * Create options with one partition for each topic and no replicas to wait for.
	 * @param namespace the first part of every key and channel
	 */
	public RedisJobStoreOptions(String namespace) {
		this(namespace, 1, Map.of());
	}

	/**
	 * Create options with no replicas to wait for and no history of finished runs.
	 * @param namespace the first part of every key and channel
	 * @param partitions the number of partitions of a topic
	 * @param topicPartitions the number of partitions of individual topics
	 */
	public RedisJobStoreOptions(String namespace, int partitions, Map<String, Integer> topicPartitions) {
		this(namespace, partitions, topicPartitions, 0, DEFAULT_WAIT_REPLICAS_TIMEOUT, HistorySettings.OFF);
	}

	/**
	 * Return a copy with a different number of partitions.
	 * @param partitions the number of partitions of topics that {@code topicPartitions}
	 * does not contain
	 * @return the options
	 */
	public RedisJobStoreOptions withPartitions(int partitions) {
		return new RedisJobStoreOptions(this.namespace, partitions, this.topicPartitions, this.waitReplicas,
				this.waitReplicasTimeout, this.history);
	}

	/**
	 * Return a copy with a different number of replicas to wait for.
	 * @param replicas the number of replicas that must confirm a job before its submit
	 * returns, 0 to wait only for the master
	 * @param timeout how long to wait for the replicas
	 * @return the options
	 */
	public RedisJobStoreOptions withWaitReplicas(int replicas, Duration timeout) {
		return new RedisJobStoreOptions(this.namespace, this.partitions, this.topicPartitions, replicas, timeout,
				this.history);
	}

	/**
	 * Return a copy with a different history.
	 * @param history which topics keep a history of finished runs
	 * @return the options
	 */
	public RedisJobStoreOptions withHistory(HistorySettings history) {
		return new RedisJobStoreOptions(this.namespace, this.partitions, this.topicPartitions, this.waitReplicas,
				this.waitReplicasTimeout, history);
	}

	/**
	 * Return the number of partitions that a topic must have.
	 * @return the number
	 */
	public int partitions(String topic) {
		return this.topicPartitions.getOrDefault(topic, this.partitions);
	}

	private static void checkPartitions(int partitions) {
		Assert.isTrue(partitions >= 1 && partitions <= MAX_PARTITIONS,
				() -> "Number of partitions " + partitions + " must be 1 to " + MAX_PARTITIONS);
	}

}
