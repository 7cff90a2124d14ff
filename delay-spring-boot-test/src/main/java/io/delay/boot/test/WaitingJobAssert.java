// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Duration;
import java.time.Instant;

import org.assertj.core.api.AbstractAssert;

import io.delay.job.JobState;
import io.delay.store.StoredJob;

/**
 * Assertions about a job.
 *
 * @since 0.1.0
 */
public final class WaitingJobAssert extends AbstractAssert<WaitingJobAssert, StoredJob> {

	private final DelayTester tester;

	WaitingJobAssert(StoredJob actual, DelayTester tester) {
		super(actual, WaitingJobAssert.class);
		this.tester = tester;
	}

	/**
	 * Verify how long it takes until the job runs, or runs again after a failure.
	 * @param delay the time from now by the clock of the tester, to the millisecond
	 * @return this assertion
	 */
	public WaitingJobAssert dueIn(Duration delay) {
		Instant now = this.tester.now();
		Duration actualDelay = Duration.between(now, waiting().time());
		if (!actualDelay.equals(delay)) {
			failWithMessage("Expected job '%s' of topic '%s' to be due in %s, but it is due in %s, at %s",
					this.actual.id(), this.actual.topic(), delay, actualDelay, this.actual.time());
		}
		return this;
	}

	/**
	 * Verify when the job runs, or runs again after a failure.
	 * @param time the time, to the millisecond
	 * @return this assertion
	 */
	public WaitingJobAssert dueAt(Instant time) {
		if (!waiting().time().equals(time)) {
			failWithMessage("Expected job '%s' of topic '%s' to be due at %s, but it is due at %s", this.actual.id(),
					this.actual.topic(), time, this.actual.time());
		}
		return this;
	}

	/**
	 * Verify the payload. It is read into the class of the expected object, as if that
	 * class were the type of a listener's parameter.
	 * @param payload the expected payload, compared by {@code equals}
	 * @return this assertion
	 */
	public WaitingJobAssert hasPayload(Object payload) {
		if (this.actual.record() == null) {
			throw failure("Expected job '%s' of topic '%s' to have a payload, but its record is corrupt",
					this.actual.id(), this.actual.topic());
		}
		Object actualPayload = this.tester.read(this.actual.record().payload(), payload.getClass());
		if (!payload.equals(actualPayload)) {
			throw failureWithActualExpected(actualPayload, payload,
					"Expected job '%s' of topic '%s' to have the payload%n  %s%nbut it has%n  %s", this.actual.id(),
					this.actual.topic(), payload, actualPayload);
		}
		return this;
	}

	private StoredJob waiting() {
		if (this.actual.state() != JobState.DELAYED && this.actual.state() != JobState.READY) {
			throw failure("Expected job '%s' of topic '%s' to wait, but it is %s", this.actual.id(),
					this.actual.topic(), DelayTopicAssert.describe(this.actual));
		}
		return this.actual;
	}

}
