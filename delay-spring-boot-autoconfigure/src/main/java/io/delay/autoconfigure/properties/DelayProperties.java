// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.delay.job.JobRules;
import io.delay.job.RateLimit;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.container.DelayListenerContainerOptions;
import io.delay.store.FailureReason;
import io.delay.store.LookAhead;
import io.delay.store.admin.FailedRetention;
import io.delay.store.history.HistoryLimits;

/**
 * Configuration properties for Delay. {@link UnknownKeysCheck} reports unknown keys.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("delay")
public class DelayProperties {

	// Repeats the limit of the Redis store, which may be absent from the class path
	static final int MAX_PARTITIONS = 1024;

	/** Whether to enable Delay. */
	private boolean enabled = true;

	/** Prefix of every key and channel of the store. */
	private String namespace = "delay";

	/**
	 * How the start-up check reports problems in the store and in the listeners of other
	 * applications: as warnings in the log or by making start-up fail. Can be switched
	 * off.
	 */
	private StartupCheckMode startupCheck = StartupCheckMode.WARN;

	/**
	 * Keys under 'delay' that do not belong to Delay, without the prefix 'delay'. These
	 * keys and all keys below them are not checked.
	 */
	private List<String> ignoredKeys = new ArrayList<>();

	private final Store store = new Store();

	private final Redis redis = new Redis();

	@NestedConfigurationProperty
	private final JdbcProperties jdbc = new JdbcProperties();

	@NestedConfigurationProperty
	private final MoveProperties move = new MoveProperties();

	private final Job job = new Job();

	private final Listener listener = new Listener();

	private final FailedJobs failed = new FailedJobs();

	private final History history = new History();

	@NestedConfigurationProperty
	private final HealthProperties health = new HealthProperties();

	@NestedConfigurationProperty
	private final EndpointProperties endpoint = new EndpointProperties();

	@NestedConfigurationProperty
	private final RestProperties rest = new RestProperties();

	@NestedConfigurationProperty
	private final ObservationProperties observation = new ObservationProperties();

	@NestedConfigurationProperty
	private final MetricsProperties metrics = new MetricsProperties();

	@NestedConfigurationProperty
	private final TracingProperties tracing = new TracingProperties();

	/**
	 * Settings of individual topics, which take precedence over the annotation. A topic
	 * with dots needs brackets and quotes, as in "[order.timeout]".
	 */
	private final Map<String, Topic> topics = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public String getNamespace() {
		return this.namespace;
	}

	public void setNamespace(String namespace) {
		this.namespace = JobRules.checkTopic(namespace);
	}

	public List<String> getIgnoredKeys() {
		return this.ignoredKeys;
	}

	public void setIgnoredKeys(List<String> ignoredKeys) {
		this.ignoredKeys = ignoredKeys;
	}

	public StartupCheckMode getStartupCheck() {
		return this.startupCheck;
	}

	public void setStartupCheck(StartupCheckMode startupCheck) {
		this.startupCheck = startupCheck;
	}

	public Store getStore() {
		return this.store;
	}

	public Redis getRedis() {
		return this.redis;
	}

	public JdbcProperties getJdbc() {
		return this.jdbc;
	}

	public MoveProperties getMove() {
		return this.move;
	}

	public Job getJob() {
		return this.job;
	}

	public Listener getListener() {
		return this.listener;
	}

	public FailedJobs getFailed() {
		return this.failed;
	}

	public History getHistory() {
		return this.history;
	}

	public HealthProperties getHealth() {
		return this.health;
	}

	public EndpointProperties getEndpoint() {
		return this.endpoint;
	}

	public RestProperties getRest() {
		return this.rest;
	}

	public ObservationProperties getObservation() {
		return this.observation;
	}

	public MetricsProperties getMetrics() {
		return this.metrics;
	}

	public TracingProperties getTracing() {
		return this.tracing;
	}

	public Map<String, Topic> getTopics() {
		return this.topics;
	}

	private static int checkPartitions(int partitions) {
		Assert.isTrue(partitions >= 1 && partitions <= MAX_PARTITIONS,
				() -> "Number of partitions " + partitions + " must be 1 to " + MAX_PARTITIONS);
		return partitions;
	}

	/**
	 * Settings of the store.
	 */
	public static class Store {

		/**
		 * Where jobs are stored. Jobs in memory are lost when the application stops. By
		 * default, the store that is possible with the class path and the beans of the
		 * application; if both Redis and a database are possible, start-up fails.
		 */
		private @Nullable StoreType type;

		public @Nullable StoreType getType() {
			return this.type;
		}

		public void setType(@Nullable StoreType type) {
			this.type = type;
		}

	}

	/**
	 * Default settings of jobs.
	 */
	public static class Job {

		/**
		 * How long a worker may hold a job before it is delivered again, unless the job
		 * sets its own TTR.
		 */
		private Duration ttr = Duration.ofSeconds(60);

		/**
		 * Number of attempts after which a job is buried, unless the job sets its own
		 * maximum.
		 */
		private int maxAttempts = 5;

		/** Largest payload that a submit accepts. */
		private DataSize maxPayloadSize = DataSize.ofKilobytes(64);

		public Duration getTtr() {
			return this.ttr;
		}

		public void setTtr(Duration ttr) {
			this.ttr = JobRules.checkTtr(ttr);
		}

		public int getMaxAttempts() {
			return this.maxAttempts;
		}

		public void setMaxAttempts(int maxAttempts) {
			this.maxAttempts = JobRules.checkMaxAttempts(maxAttempts);
		}

		public DataSize getMaxPayloadSize() {
			return this.maxPayloadSize;
		}

		public void setMaxPayloadSize(DataSize maxPayloadSize) {
			Assert.isTrue(maxPayloadSize.toBytes() > 0,
					() -> "Max payload size " + maxPayloadSize + " must be at least one byte");
			this.maxPayloadSize = maxPayloadSize;
		}

	}

	/**
	 * Default settings of listeners.
	 */
	public static class Listener {

		/** Number of jobs that each listener handles at the same time. */
		private int concurrency = 8;

		/**
		 * Whether to extend the lease of a job while its handler runs, so that handlers
		 * may run for longer than the TTR.
		 */
		private boolean autoTouch = false;

		/**
		 * Maximum time that a handler may run while auto-touch extends its lease. Must be
		 * longer than the TTR.
		 */
		private Duration maxRunTime = Duration.ofHours(1);

		/** Whether listeners start with the application. */
		private boolean autoStartup = true;

		/**
		 * How long a stopping application waits for running handlers. Should be at least
		 * 5 seconds less than "spring.lifecycle.timeout-per-shutdown-phase".
		 */
		private Duration shutdownTimeout = Duration.ofSeconds(20);

		/**
		 * How long before its due time a job may be reserved for a free worker, which
		 * then starts the job on time. At most 1 second; 0 reserves no job before it is
		 * due.
		 */
		private Duration lookAhead = Duration.ofMillis(20);

		private final Backoff backoff = new Backoff();

		public int getConcurrency() {
			return this.concurrency;
		}

		public void setConcurrency(int concurrency) {
			this.concurrency = JobRules.checkConcurrency(concurrency);
		}

		public boolean isAutoTouch() {
			return this.autoTouch;
		}

		public void setAutoTouch(boolean autoTouch) {
			this.autoTouch = autoTouch;
		}

		public Duration getMaxRunTime() {
			return this.maxRunTime;
		}

		public void setMaxRunTime(Duration maxRunTime) {
			this.maxRunTime = JobRules.checkMaxRunTime(maxRunTime);
		}

		public boolean isAutoStartup() {
			return this.autoStartup;
		}

		public void setAutoStartup(boolean autoStartup) {
			this.autoStartup = autoStartup;
		}

		public Duration getShutdownTimeout() {
			return this.shutdownTimeout;
		}

		public void setShutdownTimeout(Duration shutdownTimeout) {
			Assert.isTrue(!shutdownTimeout.isNegative(),
					() -> "Shutdown timeout " + shutdownTimeout + " must not be negative");
			this.shutdownTimeout = shutdownTimeout;
		}

		public Duration getLookAhead() {
			return this.lookAhead;
		}

		public void setLookAhead(Duration lookAhead) {
			this.lookAhead = new LookAhead(lookAhead, 1).window();
		}

		public Backoff getBackoff() {
			return this.backoff;
		}

	}

	/**
	 * Settings of one topic.
	 */
	public static class Topic {

		/** Number of jobs of the topic that its listener handles at the same time. */
		private @Nullable Integer concurrency;

		/**
		 * Maximum number of jobs of the topic that are passed to its listener in one
		 * call, if the listener handles batches.
		 */
		private @Nullable Integer batch;

		/**
		 * How long a worker may hold a job before it is delivered again, unless the job
		 * sets its own TTR.
		 */
		private @Nullable Duration ttr;

		/**
		 * Number of attempts after which a job is buried, unless the job sets its own
		 * maximum.
		 */
		private @Nullable Integer maxAttempts;

		/**
		 * Whether to extend the lease of a job while its handler runs, so that handlers
		 * may run for longer than the TTR.
		 */
		private @Nullable Boolean autoTouch;

		/** Maximum time that a handler may run while auto-touch extends its lease. */
		private @Nullable Duration maxRunTime;

		/**
		 * Number of jobs of the topic that may be delivered per second, minute or hour by
		 * all instances together, as in "100/s", "10/m" or "1/h". Every instance must
		 * have the same limit.
		 */
		private @Nullable RateLimit rateLimit;

		/** Whether the listener of the topic starts with the application. */
		private @Nullable Boolean autoStartup;

		/**
		 * Number of partitions of the topic. A topic that is in use must keep its number.
		 */
		private @Nullable Integer partitions;

		private final Backoff backoff = new Backoff();

		private final Failed failed = new Failed();

		private final History history = new History();

		public @Nullable Integer getConcurrency() {
			return this.concurrency;
		}

		public void setConcurrency(@Nullable Integer concurrency) {
			this.concurrency = (concurrency != null) ? JobRules.checkConcurrency(concurrency) : null;
		}

		public @Nullable Integer getBatch() {
			return this.batch;
		}

		public void setBatch(@Nullable Integer batch) {
			this.batch = (batch != null) ? JobRules.checkBatch(batch) : null;
		}

		public @Nullable Duration getTtr() {
			return this.ttr;
		}

		public void setTtr(@Nullable Duration ttr) {
			this.ttr = (ttr != null) ? JobRules.checkTtr(ttr) : null;
		}

		public @Nullable Integer getMaxAttempts() {
			return this.maxAttempts;
		}

		public void setMaxAttempts(@Nullable Integer maxAttempts) {
			this.maxAttempts = (maxAttempts != null) ? JobRules.checkMaxAttempts(maxAttempts) : null;
		}

		public @Nullable Boolean getAutoTouch() {
			return this.autoTouch;
		}

		public void setAutoTouch(@Nullable Boolean autoTouch) {
			this.autoTouch = autoTouch;
		}

		public @Nullable Duration getMaxRunTime() {
			return this.maxRunTime;
		}

		public void setMaxRunTime(@Nullable Duration maxRunTime) {
			this.maxRunTime = (maxRunTime != null) ? JobRules.checkMaxRunTime(maxRunTime) : null;
		}

		public @Nullable RateLimit getRateLimit() {
			return this.rateLimit;
		}

		public void setRateLimit(@Nullable RateLimit rateLimit) {
			this.rateLimit = rateLimit;
		}

		public @Nullable Boolean getAutoStartup() {
			return this.autoStartup;
		}

		public void setAutoStartup(@Nullable Boolean autoStartup) {
			this.autoStartup = autoStartup;
		}

		public @Nullable Integer getPartitions() {
			return this.partitions;
		}

		public void setPartitions(@Nullable Integer partitions) {
			this.partitions = (partitions != null) ? checkPartitions(partitions) : null;
		}

		public Backoff getBackoff() {
			return this.backoff;
		}

		public Failed getFailed() {
			return this.failed;
		}

		public History getHistory() {
			return this.history;
		}

	}

	/**
	 * Settings of the store in Redis.
	 */
	public static class Redis extends RedisServerProperties {

		private static final Duration MAX_WAIT_REPLICAS_TIMEOUT = Duration.ofHours(1);

		/**
		 * Number of partitions of topics that do not set their own number. A topic that
		 * is in use must keep its number.
		 */
		private int partitions = 1;

		/**
		 * Number of replicas that must have a job before its submit returns. With 0, a
		 * submit waits only for the master.
		 */
		private int waitReplicas = 0;

		/**
		 * How long a submit waits for the replicas to confirm a job. After that it throws
		 * a SubmitOutcomeUnknownException.
		 */
		private Duration waitReplicasTimeout = Duration.ofSeconds(1);

		/**
		 * Topics to move to their configured number of partitions at start-up. All other
		 * instances must be stopped.
		 */
		private List<String> moveTopics = List.of();

		public int getPartitions() {
			return this.partitions;
		}

		public void setPartitions(int partitions) {
			this.partitions = checkPartitions(partitions);
		}

		public List<String> getMoveTopics() {
			return this.moveTopics;
		}

		public void setMoveTopics(List<String> moveTopics) {
			this.moveTopics = moveTopics.stream().map(JobRules::checkTopic).distinct().toList();
		}

		public int getWaitReplicas() {
			return this.waitReplicas;
		}

		public void setWaitReplicas(int waitReplicas) {
			Assert.isTrue(waitReplicas >= 0,
					() -> "Number of replicas " + waitReplicas + " to wait for must be 0 or more");
			this.waitReplicas = waitReplicas;
		}

		public Duration getWaitReplicasTimeout() {
			return this.waitReplicasTimeout;
		}

		public void setWaitReplicasTimeout(Duration waitReplicasTimeout) {
			Assert.isTrue(
					waitReplicasTimeout.compareTo(Duration.ZERO) > 0
							&& waitReplicasTimeout.compareTo(MAX_WAIT_REPLICAS_TIMEOUT) <= 0,
					() -> "Timeout " + waitReplicasTimeout
							+ " for replicas must be positive and an hour at most. Give it a unit, as in 1s");
			this.waitReplicasTimeout = waitReplicasTimeout;
		}

	}

	/**
	 * Limits for failed jobs.
	 */
	public static class Failed {

		private static final Duration MIN_AGE = Duration.ofMinutes(1);

		/** How long a failed job is kept before it is dropped. */
		private @Nullable Duration maxAge;

		/** Maximum number of failed jobs of a topic. The oldest are dropped first. */
		private @Nullable Integer maxCount;

		public @Nullable Duration getMaxAge() {
			return this.maxAge;
		}

		public void setMaxAge(@Nullable Duration maxAge) {
			// A number without a unit is in milliseconds and would drop all failed jobs
			Assert.isTrue(maxAge == null || maxAge.compareTo(MIN_AGE) >= 0,
					() -> "Max age " + maxAge + " of failed jobs must be a minute or longer. Give it a unit, as in 7d");
			this.maxAge = new FailedRetention(maxAge, null).maxAge();
		}

		public @Nullable Integer getMaxCount() {
			return this.maxCount;
		}

		public void setMaxCount(@Nullable Integer maxCount) {
			this.maxCount = new FailedRetention(null, maxCount).maxCount();
		}

	}

	/**
	 * What is kept of failed jobs.
	 */
	public static class FailedJobs extends Failed {

		/**
		 * Maximum size of the stack traces that are stored with failed jobs. Zero for
		 * none.
		 */
		private DataSize stackTraceSize = DelayListenerContainerOptions.DEFAULT_STACK_TRACE_SIZE;

		public DataSize getStackTraceSize() {
			return this.stackTraceSize;
		}

		public void setStackTraceSize(DataSize stackTraceSize) {
			long bytes = stackTraceSize.toBytes();
			Assert.isTrue(bytes >= 0 && bytes <= FailureReason.MAX_STACK_TRACE_BYTES, () -> "Stack trace size "
					+ stackTraceSize + " of failed jobs must be 0 to 16KB. Give it a unit, as in 4KB");
			this.stackTraceSize = stackTraceSize;
		}

	}

	/**
	 * Limits for the finished runs of jobs that are done or were cancelled.
	 */
	public static class History {

		private static final Duration MIN_AGE = Duration.ofMinutes(1);

		/**
		 * Approximate maximum number of finished runs of a topic. The oldest are removed
		 * first. Zero keeps none.
		 */
		private @Nullable Integer maxCount;

		/**
		 * How long finished runs are kept. Older ones are removed when other jobs finish.
		 */
		private @Nullable Duration maxAge;

		/** Whether finished runs contain the payload and the headers of their job. */
		private @Nullable Boolean payloads;

		public @Nullable Integer getMaxCount() {
			return this.maxCount;
		}

		public void setMaxCount(@Nullable Integer maxCount) {
			this.maxCount = new HistoryLimits(maxCount, null, null).maxCount();
		}

		public @Nullable Duration getMaxAge() {
			return this.maxAge;
		}

		public void setMaxAge(@Nullable Duration maxAge) {
			// A number without a unit is in milliseconds and would keep almost no runs
			Assert.isTrue(maxAge == null || maxAge.compareTo(MIN_AGE) >= 0, () -> "Max age " + maxAge
					+ " of finished runs must be a minute or longer. Give it a unit, as in 7d");
			this.maxAge = new HistoryLimits(null, maxAge, null).maxAge();
		}

		public @Nullable Boolean getPayloads() {
			return this.payloads;
		}

		public void setPayloads(@Nullable Boolean payloads) {
			this.payloads = payloads;
		}

	}

	/**
	 * Delay of a job after a failed attempt.
	 */
	public static class Backoff {

		/**
		 * How the delay is computed: the rest of the lease (ttr), always the same
		 * (fixed), or longer after each attempt (exponential).
		 */
		private BackoffPolicy.@Nullable Type type;

		/** Delay after the first failed attempt, for fixed and exponential. */
		private @Nullable Duration delay;

		/**
		 * Factor by which the delay grows after each further attempt, for exponential.
		 */
		private @Nullable Double multiplier;

		/** Longest delay, for exponential. */
		private @Nullable Duration maxDelay;

		/**
		 * Maximum random change of the first delay, for fixed and exponential. Grows by
		 * the same factor as the delay.
		 */
		private @Nullable Duration jitter;

		public BackoffPolicy.@Nullable Type getType() {
			return this.type;
		}

		public void setType(BackoffPolicy.@Nullable Type type) {
			this.type = type;
		}

		public @Nullable Duration getDelay() {
			return this.delay;
		}

		public void setDelay(@Nullable Duration delay) {
			this.delay = (delay != null) ? JobRules.checkDelay(delay) : null;
		}

		public @Nullable Double getMultiplier() {
			return this.multiplier;
		}

		public void setMultiplier(@Nullable Double multiplier) {
			Assert.isTrue(multiplier == null || (multiplier >= 1 && multiplier <= Double.MAX_VALUE),
					() -> "Backoff multiplier " + multiplier + " must be 1 or more");
			this.multiplier = multiplier;
		}

		public @Nullable Duration getMaxDelay() {
			return this.maxDelay;
		}

		public void setMaxDelay(@Nullable Duration maxDelay) {
			this.maxDelay = (maxDelay != null) ? JobRules.checkDelay(maxDelay) : null;
		}

		public @Nullable Duration getJitter() {
			return this.jitter;
		}

		public void setJitter(@Nullable Duration jitter) {
			this.jitter = (jitter != null) ? JobRules.checkDelay(jitter) : null;
		}

	}

	/**
	 * Type of the store.
	 */
	public enum StoreType {

		/**
		 * Redis, that of delay.redis.* or else that of the application.
		 */
		REDIS,

		/**
		 * A relational database, through the DataSource of the application.
		 */
		JDBC,

		/**
		 * Memory of the application, for tests and demos.
		 */
		MEMORY

	}

}
