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
import java.util.Map;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.redis.partition.TopicPartitions;

/**
 * Where in Redis the jobs are kept, and how safely.
 *
 * @param namespace the first part of every key and channel: 1 to 200 of
 * {@code A-Z a-z 0-9 . _ -}
 * @param partitions in how many partitions a topic is kept that is not known yet, 1 to
 * {@value #MAX_PARTITIONS}; one that is must be kept in as many already
 * @param topicPartitions the same for single topics
 * @param waitReplicas how many replicas are to have a job before its submit returns, 0 if
 * the master is enough
 * @param waitReplicasTimeout how long they have; after that the outcome of the submit is
 * unknown
 * @since 0.1.0
 */
public record RedisJobStoreOptions(String namespace, int partitions, Map<String, Integer> topicPartitions,
		int waitReplicas, Duration waitReplicasTimeout) {

	/**
	 * The most partitions of a topic.
	 */
	public static final int MAX_PARTITIONS = TopicPartitions.MAX_COUNT;

	/**
	 * How long replicas have to confirm a job, unless another time is set.
	 */
	public static final Duration DEFAULT_WAIT_REPLICAS_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration MAX_WAIT_REPLICAS_TIMEOUT = Duration.ofHours(1);

	/**
	 * The namespace {@code delay}, one partition.
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
	}

	/**
	 * One partition for each topic, and no waiting for replicas.
	 * @param namespace as above
	 */
	public RedisJobStoreOptions(String namespace) {
		this(namespace, 1, Map.of());
	}

	/**
	 * No waiting for replicas.
	 * @param namespace as above
	 * @param partitions as above
	 * @param topicPartitions as above
	 */
	public RedisJobStoreOptions(String namespace, int partitions, Map<String, Integer> topicPartitions) {
		this(namespace, partitions, topicPartitions, 0, DEFAULT_WAIT_REPLICAS_TIMEOUT);
	}

	/**
	 * The same with another number of partitions.
	 * @param partitions the number for topics that have none of their own
	 * @return the options
	 */
	public RedisJobStoreOptions withPartitions(int partitions) {
		return new RedisJobStoreOptions(this.namespace, partitions, this.topicPartitions, this.waitReplicas,
				this.waitReplicasTimeout);
	}

	/**
	 * The same with another number of replicas to wait for.
	 * @param replicas how many replicas are to have a job before its submit returns, 0 if
	 * the master is enough
	 * @param timeout how long they have
	 * @return the options
	 */
	public RedisJobStoreOptions withWaitReplicas(int replicas, Duration timeout) {
		return new RedisJobStoreOptions(this.namespace, this.partitions, this.topicPartitions, replicas, timeout);
	}

	/**
	 * In how many partitions a topic is to be kept.
	 * @param topic the topic
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
