// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.store.ReserveRequest;

/**
 * Requests a page of the jobs of a topic that are in one state.
 *
 * @param order the order of the jobs on this page and on the following ones
 * @param after the position after which the page starts, {@code null} for the first page
 * @param limit the maximum number of jobs on the page, 1 to {@value #MAX_LIMIT}; the page
 * is shorter if the payloads together exceed {@link ReserveRequest#MAX_PAYLOAD_BYTES}
 * @since 0.1.0
 */
public record JobPageRequest(String topic, JobState state, PageOrder order, @Nullable JobPosition after, int limit) {

	/**
	 * The maximum number of jobs on a page.
	 */
	public static final int MAX_LIMIT = 500;

	public JobPageRequest {
		JobRules.checkTopic(topic);
		Assert.notNull(state, "'state' must not be null");
		Assert.notNull(order, "'order' must not be null");
		Assert.isTrue(limit >= 1 && limit <= MAX_LIMIT, () -> "Limit " + limit + " must be 1 to " + MAX_LIMIT);
	}

	/**
	 * Request a page of jobs, oldest first.
	 * @param after the position after which the page starts, {@code null} for the first
	 * page
	 * @param limit the maximum number of jobs on the page, 1 to {@value #MAX_LIMIT}
	 */
	public JobPageRequest(String topic, JobState state, @Nullable JobPosition after, int limit) {
		this(topic, state, PageOrder.OLDEST_FIRST, after, limit);
	}

}
