// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.redis.RedisJobStoreOptions;

/**
 * Configuration properties for jobs in Redis.
 *
 * @param url URL of a Redis that is used by Delay only, as in
 * redis://user:password@host:6379. Overrides host, port, username and password.
 * @param host Host of a Redis that is used by Delay only. Without a URL, host, Sentinel
 * or Cluster, Delay uses the Redis of the application.
 * @param port Port of this Redis.
 * @param username User of this Redis.
 * @param password Password of this Redis.
 * @param database Index of the database of this Redis.
 * @param connectTimeout Maximum time to open a connection to this Redis.
 * @param timeout Maximum time to wait for a reply of this Redis.
 * @param partitions Number of partitions of topics that do not set their own number. A
 * topic that is in use must keep its number.
 * @param waitReplicas Number of replicas that must have a job before its submit returns.
 * With 0, a submit waits only for the master.
 * @param waitReplicasTimeout How long a submit waits for the replicas to confirm a job.
 * After that it throws a SubmitOutcomeUnknownException.
 * @param moveTopics Topics to move to their configured number of partitions at start-up.
 * All other instances must be stopped.
 * @since 0.1.0
 */
public record RedisProperties(@Nullable String url, @Nullable String host, @Nullable Integer port,
		@Nullable String username, @Nullable String password, @Nullable Integer database,
		@Nullable Duration connectTimeout, @Nullable Duration timeout, @DefaultValue Ssl ssl,
		@DefaultValue Sentinel sentinel, @DefaultValue Cluster cluster, @DefaultValue("1") int partitions,
		@DefaultValue("0") int waitReplicas, @DefaultValue("1s") Duration waitReplicasTimeout,
		@DefaultValue List<String> moveTopics) {

	private static final Duration MAX_WAIT_REPLICAS_TIMEOUT = Duration.ofHours(1);

	public RedisProperties {
		InvalidSettingException.check("partitions", partitions, RedisProperties::checkPartitions);
		InvalidSettingException.check("wait-replicas", waitReplicas >= 0,
				() -> "Number of replicas " + waitReplicas + " to wait for must be 0 or more");
		InvalidSettingException.check("wait-replicas-timeout",
				waitReplicasTimeout.compareTo(Duration.ZERO) > 0
						&& waitReplicasTimeout.compareTo(MAX_WAIT_REPLICAS_TIMEOUT) <= 0,
				() -> "Timeout " + waitReplicasTimeout
						+ " for replicas must be positive and an hour at most. Give it a unit, as in 1s");
		InvalidSettingException.checkEach("move-topics", moveTopics, JobRules::checkTopic);
		moveTopics = moveTopics.stream().distinct().toList();
	}

	// The class of the store may be absent, but not its constant, which is compiled into
	// this class
	static void checkPartitions(int partitions) {
		Assert.isTrue(partitions >= 1 && partitions <= RedisJobStoreOptions.MAX_PARTITIONS,
				() -> "Number of partitions " + partitions + " must be 1 to " + RedisJobStoreOptions.MAX_PARTITIONS);
	}

	/** Return a text without the passwords, which the URL may contain, too. */
	@Override
	public String toString() {
		return "RedisProperties[host=" + this.host + ", port=" + this.port + "]";
	}

	/**
	 * Encryption of the connections.
	 *
	 * @param enabled Whether to encrypt the connections. Enabled by default if a bundle
	 * is set.
	 * @param bundle Name of the SSL bundle.
	 */
	public record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {

	}

	/**
	 * Sentinels.
	 *
	 * @param master Name of the master.
	 * @param nodes Sentinels, each as host:port.
	 * @param username User of the Sentinels.
	 * @param password Password of the Sentinels.
	 */
	public record Sentinel(@Nullable String master, @Nullable List<String> nodes, @Nullable String username,
			@Nullable String password) {

		/** Return a text without the password. */
		@Override
		public String toString() {
			return "Sentinel[master=" + this.master + ", nodes=" + this.nodes + "]";
		}

	}

	/**
	 * Redis Cluster.
	 *
	 * @param nodes Nodes to connect to first, each as host:port.
	 * @param maxRedirects Maximum number of redirections to follow.
	 */
	public record Cluster(@Nullable List<String> nodes, @Nullable Integer maxRedirects) {

	}

}
