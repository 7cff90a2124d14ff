// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.store.ReserveRequest;

/**
 * Requests a page of the finished runs of a topic or of one id, newest first.
 *
 * @param id the id whose runs are requested, {@code null} for the runs of all ids
 * @param after the position after which the page starts, {@code null} for the first page
 * @param limit the maximum number of runs on the page, 1 to {@value #MAX_LIMIT}; the page
 * is shorter if the payloads together exceed {@link ReserveRequest#MAX_PAYLOAD_BYTES}
 * @since 0.1.0
 */
public record RunPageRequest(String topic, @Nullable String id, @Nullable RunPosition after, int limit) {

	/**
	 * The maximum number of runs on a page.
	 */
	public static final int MAX_LIMIT = 500;

	/**
	 * The number of runs after which a store may end its search for the runs of an id.
	 */
	public static final int MAX_EXAMINED = 10_000;

	public RunPageRequest {
		JobRules.checkTopic(topic);
		if (id != null) {
			JobRules.checkStoredId(id);
		}
		Assert.isTrue(limit >= 1 && limit <= MAX_LIMIT, () -> "Limit " + limit + " must be 1 to " + MAX_LIMIT);
	}

}
