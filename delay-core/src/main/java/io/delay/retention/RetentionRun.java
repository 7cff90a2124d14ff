// SPDX-License-Identifier: Apache-2.0

package io.delay.retention;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobStoreAdministrator;

/**
 * Drops failed jobs that exceed a limit, topic by topic. An instance must be used by a
 * single thread.
 */
final class RetentionRun {

	private static final Log logger = LogFactory.getLog(FailedJobRetention.class);

	private final JobStoreAdministrator administrator;

	private final RetentionSettings settings;

	private final Supplier<Set<String>> topics;

	private boolean failing;

	RetentionRun(JobStoreAdministrator administrator, RetentionSettings settings, Supplier<Set<String>> topics) {
		this.administrator = administrator;
		this.settings = settings;
		this.topics = topics;
	}

	// If one topic fails, the run continues with the next topic.
	void run(BooleanSupplier over) {
		Set<String> topics = new TreeSet<>(this.topics.get());
		topics.addAll(this.settings.topics().keySet());
		boolean failed = false;
		for (String topic : topics) {
			if (over.getAsBoolean()) {
				return;
			}
			failed |= !isDone(topic, over);
		}
		if (this.failing && !failed) {
			this.failing = false;
			logger.info("The store answers again; failed jobs can be dropped");
		}
	}

	private boolean isDone(String topic, BooleanSupplier over) {
		try {
			new TopicRetention(this.administrator, topic, this.settings.retentionOf(topic)).apply(over);
			return true;
		}
		catch (RuntimeException ex) {
			// If the application is stopping, the exception is expected and not a failure
			if (!over.getAsBoolean()) {
				failed(topic, ex);
			}
			return false;
		}
	}

	private void failed(String topic, RuntimeException failure) {
		if (this.failing) {
			return;
		}
		this.failing = true;
		String message = "Cannot drop failed jobs of topic '" + topic + "'; retrying every minute: ";
		if (failure instanceof DataAccessException) {
			logger.warn(message + failure.getMessage());
			logger.debug("Failure to drop failed jobs of topic '" + topic + "'", failure);
		}
		else {
			logger.error("Unexpected failure. " + message + failure, failure);
		}
	}

	/** Drops the failed jobs of one topic that exceed a limit, and logs their number. */
	private static final class TopicRetention {

		private final JobStoreAdministrator administrator;

		private final String topic;

		// The limits are applied separately, so that the log can report the number of
		// jobs dropped by each limit
		private final List<Limit> limits = new ArrayList<>();

		TopicRetention(JobStoreAdministrator administrator, String topic, FailedRetention retention) {
			this.administrator = administrator;
			this.topic = topic;
			if (retention.maxAge() != null) {
				this.limits
					.add(new Limit(new FailedRetention(retention.maxAge(), null), "older than " + retention.maxAge()));
			}
			if (retention.maxCount() != null) {
				this.limits.add(new Limit(new FailedRetention(null, retention.maxCount()),
						"beyond the newest " + retention.maxCount()));
			}
		}

		void apply(BooleanSupplier over) {
			try {
				this.limits.forEach((limit) -> apply(limit, over));
			}
			finally {
				log();
			}
		}

		private void apply(Limit limit, BooleanSupplier over) {
			int dropped;
			do {
				dropped = this.administrator.dropFailed(this.topic, limit.retention, JobStoreAdministrator.MAX_JOBS);
				limit.dropped += dropped;
			}
			while (dropped == JobStoreAdministrator.MAX_JOBS && !over.getAsBoolean());
		}

		private void log() {
			List<Limit> effective = this.limits.stream().filter((limit) -> limit.dropped > 0).toList();
			if (!effective.isEmpty()) {
				logger.info("Dropped failed jobs of topic '" + this.topic + "': "
						+ effective.stream().map(Limit::toString).collect(Collectors.joining(", ")));
			}
		}

	}

	private static final class Limit {

		private final FailedRetention retention;

		private final String words;

		private long dropped;

		Limit(FailedRetention retention, String words) {
			this.retention = retention;
			this.words = words;
		}

		@Override
		public String toString() {
			return this.dropped + " " + this.words;
		}

	}

}
