// SPDX-License-Identifier: Apache-2.0

package io.delay.retention;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobStoreAdministrator;

/**
 * Drops the failed jobs of one topic that exceed a limit, and logs their number.
 */
final class TopicRetention {

	private static final Log logger = LogFactory.getLog(FailedJobRetention.class);

	private final JobStoreAdministrator administrator;

	private final String topic;

	// The limits are applied separately, so that the log can report the number of jobs
	// dropped by each limit
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

	/**
	 * Drop the jobs in bounded steps.
	 * @param over returns whether to end early
	 */
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

	/**
	 * A limit, and the number of jobs that were dropped because of it.
	 */
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
