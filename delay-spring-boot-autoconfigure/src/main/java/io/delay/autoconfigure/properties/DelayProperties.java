// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.job.JobDefaults;
import io.delay.job.JobRules;
import io.delay.job.RateLimit;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ListenerSettings;
import io.delay.retention.RetentionSettings;
import io.delay.store.FailureReason;
import io.delay.store.HostName;
import io.delay.store.LookAhead;
import io.delay.store.ReserveTerms;
import io.delay.store.admin.FailedRetention;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.template.DelayTemplateOptions;
import io.delay.template.JobIdGenerator;

/**
 * Configuration properties for Delay. {@link UnknownKeysCheck} reports unknown keys. The
 * methods that map properties to options are internal to Delay and may change without
 * notice.
 *
 * @param enabled Whether to enable Delay.
 * @param namespace Prefix of every key and channel of the store.
 * @param startupCheck How the start-up check reports problems in the store and in the
 * listeners of other applications: as warnings in the log or by making start-up fail. Can
 * be switched off.
 * @param ignoredKeys Keys under 'delay' that do not belong to Delay, without the prefix
 * 'delay'. These keys and all keys below them are not checked.
 * @param topics Settings of individual topics, which take precedence over the annotation.
 * A topic with dots needs brackets and quotes, as in "[order.timeout]".
 * @since 0.1.0
 */
@ConfigurationProperties("delay")
public record DelayProperties(@DefaultValue("true") boolean enabled, @DefaultValue("delay") String namespace,
		@DefaultValue("warn") StartupCheckMode startupCheck, @DefaultValue List<String> ignoredKeys,
		@DefaultValue Store store, @NestedConfigurationProperty @DefaultValue RedisProperties redis,
		@NestedConfigurationProperty @DefaultValue JdbcProperties jdbc,
		@NestedConfigurationProperty @DefaultValue MoveProperties move, @DefaultValue Job job,
		@DefaultValue Listener listener, @DefaultValue FailedJobs failed, @DefaultValue History history,
		@DefaultValue Health health, @NestedConfigurationProperty @DefaultValue EndpointProperties endpoint,
		@NestedConfigurationProperty @DefaultValue RestProperties rest, @DefaultValue Observation observation,
		@NestedConfigurationProperty @DefaultValue MetricsProperties metrics, @DefaultValue Tracing tracing,
		@DefaultValue Map<String, Topic> topics) {

	public DelayProperties {
		InvalidSettingException.check("namespace", namespace, JobRules::checkTopic);
	}

	/**
	 * Return one value for each topic with settings.
	 * @param mapping returns the value, or {@code null} for none
	 * @throws DelaySetupException if the name of a topic is invalid
	 */
	public <T> Map<String, T> forTopics(Function<Topic, @Nullable T> mapping) {
		Map<String, T> values = new LinkedHashMap<>();
		this.topics.forEach((topic, settings) -> {
			T value = mapping.apply(settings);
			if (value != null) {
				values.put(DelaySetupException.checkTopic(topic), value);
			}
		});
		return values;
	}

	/** Return the settings of listeners that set nothing themselves. */
	public ListenerSettings listenerDefaults() {
		return ListenerSettings.builder()
			.concurrency(this.listener.concurrency)
			.ttr(this.job.ttr)
			.autoTouch(this.listener.autoTouch)
			.maxRunTime(this.listener.maxRunTime)
			.maxAttempts(this.job.maxAttempts)
			.backoff(this.listener.backoff.policy("delay.listener.backoff"))
			.autoStartup(this.listener.autoStartup)
			.build();
	}

	/** Return the settings of the listeners of individual topics. */
	public Map<String, ListenerSettings> listenerSettings() {
		Map<String, ListenerSettings> settings = new LinkedHashMap<>();
		this.topics
			.forEach((topic, of) -> settings.put(DelaySetupException.checkTopic(topic), of.listenerSettings(topic)));
		return settings;
	}

	/**
	 * Return the options of the template, without observations.
	 * @param idGenerator generates the ids of jobs that have none
	 */
	public DelayTemplateOptions templateOptions(JobIdGenerator idGenerator) {
		ReserveTerms terms = new ReserveTerms(this.job.ttr, this.job.maxAttempts);
		return new DelayTemplateOptions(this.job.maxPayloadSize, terms, forTopics((topic) -> topic.terms(terms)),
				idGenerator, HostName.resolve());
	}

	/** Return which topics keep a history. */
	public HistorySettings historySettings() {
		return new HistorySettings(this.history.limits(), forTopics((topic) -> topic.history.limits()));
	}

	/** Return how long failed jobs are kept. */
	public RetentionSettings retentionSettings() {
		return new RetentionSettings(new FailedRetention(this.failed.maxAge, this.failed.maxCount),
				forTopics((topic) -> new FailedRetention(topic.failed.maxAge, topic.failed.maxCount)));
	}

	/**
	 * Settings of the store.
	 *
	 * @param type Where jobs are stored. Jobs in memory are lost when the application
	 * stops. By default, the store that is possible with the class path and the beans of
	 * the application; if both Redis and a database are possible, start-up fails.
	 */
	public record Store(@Nullable StoreType type) {

	}

	/**
	 * Default settings of jobs.
	 *
	 * @param ttr How long a worker may hold a job before it is delivered again, unless
	 * the job sets its own TTR.
	 * @param maxAttempts Number of attempts after which a job is buried, unless the job
	 * sets its own maximum.
	 * @param maxPayloadSize Largest payload that a submit accepts.
	 */
	public record Job(@DefaultValue("60s") Duration ttr, @DefaultValue("" + JobDefaults.MAX_ATTEMPTS) int maxAttempts,
			@DefaultValue("64KB") DataSize maxPayloadSize) {

		public Job {
			InvalidSettingException.check("ttr", ttr, JobRules::checkTtr);
			InvalidSettingException.check("max-attempts", maxAttempts, JobRules::checkMaxAttempts);
			InvalidSettingException.check("max-payload-size", maxPayloadSize.toBytes() > 0,
					() -> "Max payload size " + maxPayloadSize + " must be at least one byte");
		}

	}

	/**
	 * Default settings of listeners.
	 *
	 * @param concurrency Number of jobs that each listener handles at the same time.
	 * @param autoTouch Whether to extend the lease of a job while its handler runs, so
	 * that handlers may run for longer than the TTR.
	 * @param maxRunTime Maximum time that a handler may run while auto-touch extends its
	 * lease. Must be longer than the TTR.
	 * @param autoStartup Whether listeners start with the application.
	 * @param shutdownTimeout How long a stopping application waits for running handlers.
	 * Should be at least 5 seconds less than
	 * "spring.lifecycle.timeout-per-shutdown-phase".
	 * @param lookAhead How long before its due time a job may be reserved for a free
	 * worker, which then starts the job on time. At most 1 second; 0 reserves no job
	 * before it is due.
	 */
	public record Listener(@DefaultValue("" + JobDefaults.CONCURRENCY) int concurrency,
			@DefaultValue("false") boolean autoTouch, @DefaultValue("1h") Duration maxRunTime,
			@DefaultValue("true") boolean autoStartup, @DefaultValue("20s") Duration shutdownTimeout,
			@DefaultValue("20ms") Duration lookAhead, @DefaultValue Backoff backoff) {

		public Listener {
			InvalidSettingException.check("concurrency", concurrency, JobRules::checkConcurrency);
			InvalidSettingException.check("max-run-time", maxRunTime, JobRules::checkMaxRunTime);
			InvalidSettingException.check("shutdown-timeout", !shutdownTimeout.isNegative(),
					() -> "Shutdown timeout " + shutdownTimeout + " must not be negative");
			InvalidSettingException.check("look-ahead", lookAhead, (window) -> new LookAhead(window, 1));
		}

	}

	/**
	 * Settings of one topic.
	 *
	 * @param concurrency Number of jobs of the topic that its listener handles at the
	 * same time.
	 * @param batch Maximum number of jobs of the topic that are passed to its listener in
	 * one call, if the listener handles batches.
	 * @param ttr How long a worker may hold a job before it is delivered again, unless
	 * the job sets its own TTR.
	 * @param maxAttempts Number of attempts after which a job is buried, unless the job
	 * sets its own maximum.
	 * @param autoTouch Whether to extend the lease of a job while its handler runs, so
	 * that handlers may run for longer than the TTR.
	 * @param maxRunTime Maximum time that a handler may run while auto-touch extends its
	 * lease.
	 * @param rateLimit Number of jobs of the topic that may be delivered per second,
	 * minute or hour by all instances together, as in "100/s", "10/m" or "1/h". Every
	 * instance must have the same limit.
	 * @param autoStartup Whether the listener of the topic starts with the application.
	 * @param partitions Number of partitions of the topic. A topic that is in use must
	 * keep its number.
	 */
	public record Topic(@Nullable Integer concurrency, @Nullable Integer batch, @Nullable Duration ttr,
			@Nullable Integer maxAttempts, @Nullable Boolean autoTouch, @Nullable Duration maxRunTime,
			@Nullable RateLimit rateLimit, @Nullable Boolean autoStartup, @Nullable Integer partitions,
			@DefaultValue Backoff backoff, @DefaultValue Failed failed, @DefaultValue History history) {

		public Topic {
			InvalidSettingException.check("concurrency", concurrency, JobRules::checkConcurrency);
			InvalidSettingException.check("batch", batch, JobRules::checkBatch);
			InvalidSettingException.check("ttr", ttr, JobRules::checkTtr);
			InvalidSettingException.check("max-attempts", maxAttempts, JobRules::checkMaxAttempts);
			InvalidSettingException.check("max-run-time", maxRunTime, JobRules::checkMaxRunTime);
			InvalidSettingException.check("partitions", partitions, RedisProperties::checkPartitions);
		}

		private ListenerSettings listenerSettings(String topic) {
			return ListenerSettings.builder()
				.concurrency(this.concurrency)
				.batch(this.batch)
				.ttr(this.ttr)
				.autoTouch(this.autoTouch)
				.maxRunTime(this.maxRunTime)
				.maxAttempts(this.maxAttempts)
				.rateLimit(this.rateLimit)
				.backoff(this.backoff.policy("delay.topics.\"[" + topic + "]\".backoff"))
				.autoStartup(this.autoStartup)
				.build();
		}

		private ReserveTerms terms(ReserveTerms general) {
			return new ReserveTerms((this.ttr != null) ? this.ttr : general.ttr(),
					(this.maxAttempts != null) ? this.maxAttempts : general.maxAttempts())
				.limitedTo(this.rateLimit);
		}

	}

	/**
	 * Limits for the failed jobs of a topic.
	 *
	 * @param maxAge How long a failed job is kept before it is dropped.
	 * @param maxCount Maximum number of failed jobs of a topic. The oldest are dropped
	 * first.
	 */
	public record Failed(@Nullable Duration maxAge, @Nullable Integer maxCount) {

		private static final Duration MIN_AGE = Duration.ofMinutes(1);

		public Failed {
			// A number without a unit is in milliseconds and would drop all failed jobs
			InvalidSettingException.check("max-age", maxAge == null || maxAge.compareTo(MIN_AGE) >= 0,
					() -> "Max age " + maxAge + " of failed jobs must be a minute or longer. Give it a unit, as in 7d");
			InvalidSettingException.check("max-age", maxAge, (age) -> new FailedRetention(age, null));
			InvalidSettingException.check("max-count", maxCount, (count) -> new FailedRetention(null, count));
		}

	}

	/**
	 * What is kept of failed jobs.
	 *
	 * @param maxAge How long a failed job is kept before it is dropped.
	 * @param maxCount Maximum number of failed jobs of a topic. The oldest are dropped
	 * first.
	 * @param stackTraceSize Maximum size of the stack traces that are stored with failed
	 * jobs. Zero for none.
	 */
	public record FailedJobs(@Nullable Duration maxAge, @Nullable Integer maxCount,
			@DefaultValue("4KB") DataSize stackTraceSize) {

		public FailedJobs {
			new Failed(maxAge, maxCount);
			InvalidSettingException.check("stack-trace-size",
					!stackTraceSize.isNegative() && stackTraceSize.toBytes() <= FailureReason.MAX_STACK_TRACE_BYTES,
					() -> "Stack trace size " + stackTraceSize
							+ " of failed jobs must be 0 to 16KB. Give it a unit, as in 4KB");
		}

	}

	/**
	 * Limits for the finished runs of jobs that are done or were cancelled.
	 *
	 * @param maxCount Approximate maximum number of finished runs of a topic. The oldest
	 * are removed first. Zero keeps none.
	 * @param maxAge How long finished runs are kept. Older ones are removed when other
	 * jobs finish.
	 * @param payloads Whether finished runs contain the payload and the headers of their
	 * job.
	 */
	public record History(@Nullable Integer maxCount, @Nullable Duration maxAge, @Nullable Boolean payloads) {

		private static final Duration MIN_AGE = Duration.ofMinutes(1);

		public History {
			// A number without a unit is in milliseconds and would keep almost no runs
			InvalidSettingException.check("max-age", maxAge == null || maxAge.compareTo(MIN_AGE) >= 0, () -> "Max age "
					+ maxAge + " of finished runs must be a minute or longer. Give it a unit, as in 7d");
			InvalidSettingException.check("max-age", maxAge, (age) -> new HistoryLimits(null, age, null));
			InvalidSettingException.check("max-count", maxCount, (count) -> new HistoryLimits(count, null, null));
		}

		private HistoryLimits limits() {
			return new HistoryLimits(this.maxCount, this.maxAge, this.payloads);
		}

	}

	/**
	 * Delay of a job after a failed attempt.
	 *
	 * @param type How the delay is computed: the rest of the lease (ttr), always the same
	 * (fixed), or longer after each attempt (exponential).
	 * @param delay Delay after the first failed attempt, for fixed and exponential.
	 * @param multiplier Factor by which the delay grows after each further attempt, for
	 * exponential.
	 * @param maxDelay Longest delay, for exponential.
	 * @param jitter Maximum random change of the first delay, for fixed and exponential.
	 * Grows by the same factor as the delay.
	 */
	public record Backoff(BackoffPolicy.@Nullable Type type, @Nullable Duration delay, @Nullable Double multiplier,
			@Nullable Duration maxDelay, @Nullable Duration jitter) {

		public Backoff {
			InvalidSettingException.check("delay", delay, JobRules::checkDelay);
			InvalidSettingException.check("multiplier",
					multiplier == null || (multiplier >= 1 && multiplier <= Double.MAX_VALUE),
					() -> "Backoff multiplier " + multiplier + " must be 1 or more");
			InvalidSettingException.check("max-delay", maxDelay, JobRules::checkDelay);
			InvalidSettingException.check("jitter", jitter, JobRules::checkDelay);
		}

		private @Nullable BackoffPolicy policy(String name) {
			try {
				return BackoffPolicy.of(this.type, this.delay, this.multiplier, this.maxDelay, this.jitter);
			}
			catch (IllegalArgumentException ex) {
				throw DelaySetupException.ofProperty(name, ex);
			}
		}

	}

	/**
	 * Settings of the health indicator.
	 *
	 * @param maxReadyAge How long a job may be ready before the health of the application
	 * is OUT_OF_SERVICE. Paused topics are ignored.
	 */
	public record Health(@Nullable Duration maxReadyAge) {

		private static final Duration MIN_AGE = Duration.ofSeconds(1);

		public Health {
			// A number without a unit is in milliseconds, and every ready job soon
			// exceeds it
			InvalidSettingException.check("max-ready-age", maxReadyAge == null || maxReadyAge.compareTo(MIN_AGE) >= 0,
					() -> "Max ready age " + maxReadyAge
							+ " must be a second or longer. Give it a unit, as in 5m, or remove the setting");
		}

	}

	/**
	 * Settings of observations.
	 *
	 * @param enabled Whether to observe submits and deliveries, for timers and traces.
	 */
	public record Observation(@DefaultValue("true") boolean enabled) {

	}

	/**
	 * Settings of traces.
	 *
	 * @param relation How the span of a delivery relates to the span that submitted the
	 * job.
	 */
	public record Tracing(@DefaultValue("link") Relation relation) {

		/**
		 * Relation of the span of a delivery to the span of the submit.
		 */
		public enum Relation {

			/**
			 * Each delivery has its own trace with a link to the submit.
			 */
			LINK,

			/**
			 * Each delivery is a child of the submit in the same trace.
			 */
			CHILD

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

	/**
	 * How the start-up check reports problems.
	 */
	public enum StartupCheckMode {

		/**
		 * Log warnings without delaying start-up.
		 */
		WARN,

		/**
		 * Make start-up fail.
		 */
		FAIL,

		/**
		 * Do not check.
		 */
		OFF

	}

}
