// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.store.StoredJob;

/**
 * A change of a failed or waiting job. The headers, the TTR, the maximum number of
 * attempts and the priority are kept.
 *
 * @param version the version of the job that was read, see {@link StoredJob#version()};
 * if the job has changed since then, it is not edited
 * @param payload the new payload, stored as it is, or {@code null} to keep the payload;
 * not copied, so callers must not modify it
 * @param dueTime the new due time, or {@code null} to keep the due time; without a new
 * due time, a waiting job keeps its time, and a failed job becomes ready at once
 * @since 0.1.0
 */
public record JobEdit(String version, byte @Nullable [] payload, @Nullable DueTime dueTime) {

	public JobEdit {
		Assert.hasText(version, "'version' must not be empty");
		Assert.isTrue(payload != null || dueTime != null, "An edit needs a payload, a due time or both");
	}

	/**
	 * Create an edit that changes the payload of a job.
	 * @param version the version of the job that was read
	 * @return the edit
	 */
	public static JobEdit ofPayload(String version, byte[] payload) {
		return new JobEdit(version, payload, null);
	}

	/**
	 * Create an edit that changes the due time of a job.
	 * @param version the version of the job that was read
	 * @return the edit
	 */
	public static JobEdit ofDueTime(String version, DueTime dueTime) {
		return new JobEdit(version, null, dueTime);
	}

	/**
	 * Return a copy of this edit that also changes the due time.
	 * @return the edit
	 */
	public JobEdit withDueTime(DueTime dueTime) {
		return new JobEdit(this.version, this.payload, dueTime);
	}

	/**
	 * Return a description of the edit without its payload, which must not be logged.
	 */
	@Override
	public String toString() {
		return "JobEdit[version=" + this.version + ", " + ((this.payload != null) ? this.payload.length : "no")
				+ " bytes, dueTime=" + this.dueTime + "]";
	}

}
