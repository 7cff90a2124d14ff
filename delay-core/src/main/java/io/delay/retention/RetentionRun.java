// SPDX-License-Identifier: Apache-2.0

package io.delay.retention;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

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

	private boolean away;

	RetentionRun(JobStoreAdministrator administrator, RetentionSettings settings, Supplier<Set<String>> topics) {
		this.administrator = administrator;
		this.settings = settings;
		this.topics = topics;
	}

	/**
	 * Run once. If one topic fails, the run continues with the next topic.
	 * @param over returns whether to end early
	 */
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
		if (this.away && !failed) {
			this.away = false;
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
		if (this.away) {
			return;
		}
		this.away = true;
		String message = "Cannot drop failed jobs of topic '" + topic + "'; retrying every minute: ";
		if (failure instanceof DataAccessException) {
			logger.warn(message + failure.getMessage());
			logger.debug("Failure to drop failed jobs of topic '" + topic + "'", failure);
		}
		else {
			logger.error("Unexpected failure. " + message + failure, failure);
		}
	}

}
