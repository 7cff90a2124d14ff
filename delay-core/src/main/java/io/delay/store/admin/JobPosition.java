// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.time.Instant;

import org.springframework.util.Assert;

import io.delay.store.StoredJob;

/**
 * A position in the list of the jobs of one state, which is ordered by time, then by the
 * bytes of the id.
 *
 * @param time the time by which the store sorts the job: {@link StoredJob#time()}, or a
 * different time if the store's clock was set back and has not yet caught up
 * @since 0.1.0
 */
public record JobPosition(Instant time, String id) {

	public JobPosition {
		Assert.notNull(time, "'time' must not be null");
		Assert.hasLength(id, "'id' must not be empty");
	}

	/**
	 * Return the position of a job.
	 * @return the position
	 */
	public static JobPosition of(StoredJob job) {
		return new JobPosition(job.time(), job.id());
	}

}
