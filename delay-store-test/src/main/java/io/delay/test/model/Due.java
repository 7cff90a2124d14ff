// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;

import io.delay.job.DueTime;

/**
 * When a job is to run.
 *
 * @param instant whether it is told as an instant, else as a delay
 * @param offset how long from now; negative only for instants
 */
public record Due(boolean instant, Duration offset) {

	DueTime from(Instant now) {
		return this.instant ? DueTime.at(now.plus(this.offset)) : DueTime.after(this.offset);
	}

	@Override
	public String toString() {
		return (this.instant ? "at " : "after ") + this.offset;
	}

}
