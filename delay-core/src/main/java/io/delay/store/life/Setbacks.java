// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.Redelivery;

/**
 * The failures of a job so far.
 *
 * @param failures the recorded failures, or {@code null} if the job never failed
 * @param stalls the number of consecutive leases of the job that expired without a report
 * that the worker was running
 */
public record Setbacks(@Nullable JobFailures failures, int stalls) {

	public static final Setbacks NONE = new Setbacks(null, 0);

	public int attempts() {
		return (this.failures != null) ? this.failures.attempts() : 0;
	}

	public Setbacks failed(int attempts, FailureReason reason, int stalls, Instant time) {
		Stream<Failure> earlier = (this.failures != null) ? this.failures.recent().stream() : Stream.empty();
		return new Setbacks(new JobFailures(attempts,
				Stream.concat(Stream.of(new Failure(attempts, time, reason)), earlier)
					.limit(JobFailures.MAX_RECENT)
					.toList()),
				stalls);
	}

	// The attempts are counted from zero again, but the failures are kept.
	public Setbacks kicked() {
		return (this.failures != null) ? new Setbacks(new JobFailures(0, this.failures.recent()), 0) : NONE;
	}

	// The last failure without its stack trace, as it is shown in lists.
	public @Nullable JobFailures listed() {
		if (this.failures == null) {
			return null;
		}
		Failure last = this.failures.recent().get(0);
		FailureReason reason = new FailureReason(last.reason().error(), last.reason().host(), null,
				last.reason().runTime());
		return new JobFailures(attempts(), List.of(new Failure(last.attempt(), last.time(), reason)));
	}

	// Whether the job may be crashing its workers.
	public boolean isolate(int attempt, int maxAttempts) {
		return this.stalls >= 2 || (this.stalls == 1 && attempt >= maxAttempts);
	}

	public Redelivery redelivery() {
		return (this.stalls > 0) ? Redelivery.REPEATED : Redelivery.NONE;
	}

	public Setbacks released() {
		return new Setbacks(this.failures, 0);
	}

}
