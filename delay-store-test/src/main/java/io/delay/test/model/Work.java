// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobPriority;
import io.delay.job.RateLimit;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LookAhead;
import io.delay.store.NewJob;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * What producers and workers do.
 */
public interface Work extends Operation {

	/**
	 * Jobs are submitted.
	 */
	record Submit(List<Spec> jobs) implements Work {

		@Override
		public void run(Session session) {
			List<NewJob> batch = this.jobs.stream().map((job) -> job.toNewJob(session.now())).toList();
			session.both((store) -> store.store().submit(batch));
		}

	}

	/**
	 * One of the jobs that are submitted.
	 */
	record Spec(String topic, String id, Due due, ConflictPolicy onConflict, JobPriority priority,
			@Nullable Duration ttr, @Nullable Integer maxAttempts, int payload, int size) {

		NewJob toNewJob(Instant now) {
			return new NewJob(this.topic, this.id, this.due.from(now), this.onConflict, record());
		}

		JobRecord record() {
			byte[] bytes = new byte[this.size];
			Arrays.fill(bytes, (byte) '.');
			byte[] start = ("payload " + this.payload).getBytes(StandardCharsets.UTF_8);
			System.arraycopy(start, 0, bytes, 0, start.length);
			Map<String, String> headers = (this.payload % 3 == 0) ? Map.of("h", "\u00E9&=;\n" + this.payload)
					: Map.of();
			return new JobRecord(bytes, headers, this.ttr, this.maxAttempts, this.priority);
		}

	}

	/**
	 * A worker reserves jobs. If it stops before the reply, it knows nothing but the
	 * token.
	 */
	record Reserve(int worker, String topic, int limit, Duration ttr, int maxAttempts, int failureAttempts,
			@Nullable RateLimit rateLimit, ReserveMode mode, LookAhead lookAhead, boolean replyLost) implements Work {

		@Override
		public void run(Session session) {
			Worker reserving = session.worker(this.worker);
			ReserveRequest request = new ReserveRequest(this.topic, reserving.nextToken(), this.limit,
					new ReserveTerms(this.ttr, this.maxAttempts, this.failureAttempts, this.rateLimit), this.mode,
					this.lookAhead);
			ReserveResult result = session.both((store) -> store.store().reserve(request));
			if (!this.replyLost) {
				reserving.learn(result);
			}
			// One that left out a job looks again when it may take it
			boolean mayHaveLeft = result.isolatedLeft() || this.failureAttempts == 0 || this.rateLimit != null;
			session.looked(this.topic, this.worker, result, this.replyLost || mayHaveLeft);
		}

	}

	/**
	 * What becomes of one lease that a worker has or had.
	 */
	record End(int worker, int age, boolean stale, Kind kind, @Nullable Duration delay, @Nullable Duration ran,
			int error, Spec next) {

		// Their numbers and quoted parts are masked
		private static final List<String> CAUSES = List.of("java.io.IOException: \u00E9\n",
				"java.util.concurrent.TimeoutException: after 'a b' ", "refused ");

		enum Kind {

			ACK, RELEASE, RESUBMIT, HAND_BACK, FAIL, BURY, FAILURE_HANDLED, EXPIRE

		}

		boolean finishes() {
			return this.kind == Kind.ACK || this.kind == Kind.RESUBMIT || this.kind == Kind.EXPIRE;
		}

		Lease lease(Session session) {
			return this.stale ? session.worker(this.worker).anyLease(this.age)
					: session.holder(this.worker).openLease(this.age);
		}

		Settlement of(Lease lease) {
			FailureReason reason = new FailureReason(CAUSES.get(this.error % CAUSES.size()) + this.error,
					"host-" + this.error, (this.error % 4 > 0) ? "\tat Handler:" + this.error % 4 / 2 : null,
					(this.delay != null) ? this.delay : null);
			return switch (this.kind) {
				case ACK -> new Settlement.Ack(lease, this.ran);
				case RELEASE -> new Settlement.Release(lease, (this.delay != null) ? this.delay : Duration.ZERO);
				case RESUBMIT -> new Settlement.Resubmit(lease, this.next.record(),
						(this.delay != null) ? this.delay : Duration.ZERO, this.ran);
				case HAND_BACK -> new Settlement.HandBack(lease);
				case FAIL -> new Settlement.Fail(lease, reason, this.delay);
				case BURY -> new Settlement.Bury(lease, reason);
				case FAILURE_HANDLED -> new Settlement.FailureHandled(lease);
				case EXPIRE -> new Settlement.Expire(lease);
			};
		}

	}

	/**
	 * Workers end leases, some of them again, or too late. Each job is in a batch once,
	 * for there is no promise of an order within it. For the same reason, runs finish by
	 * acks, by resubmits or by expiry alone.
	 */
	record Settle(List<End> ends, boolean replyLost) implements Work {

		@Override
		public void run(Session session) {
			List<Settlement> settlements = new ArrayList<>();
			Set<String> jobs = new HashSet<>();
			Set<End.Kind> finishing = EnumSet.noneOf(End.Kind.class);
			for (End end : this.ends) {
				Lease lease = end.lease(session);
				if (end.finishes()) {
					finishing.add(end.kind());
				}
				if ((!end.finishes() || finishing.size() == 1) && jobs.add(lease.topic() + "/" + lease.id())) {
					settlements.add(end.of(lease));
				}
			}
			session.both((store) -> store.store().settle(settlements));
			if (!this.replyLost) {
				settlements.forEach((settlement) -> session.heardOfTheEndOf(settlement.lease()));
			}
		}

	}

	/**
	 * A worker extends a lease that it has or had.
	 */
	record Extend(int worker, int age, Duration ttr, boolean overdue) implements Work {

		@Override
		public void run(Session session) {
			Lease lease = session.holder(this.worker).openLease(this.age);
			Touch touch = new Touch(lease, this.overdue ? Duration.ZERO : this.ttr, this.overdue);
			session.both((store) -> store.store().touch(List.of(touch)));
		}

	}

	/**
	 * A worker that missed a reply hands back what it may have been given.
	 */
	record HandBack(int worker, int age, String topic) implements Work {

		@Override
		public void run(Session session) {
			String token = session.worker(this.worker).token(this.age);
			session.both((store) -> store.store().handBack(this.topic, token));
		}

	}

	/**
	 * A job is cancelled.
	 */
	record Cancel(String topic, String id) implements Work {

		@Override
		public void run(Session session) {
			session.both((store) -> store.store().cancel(this.topic, this.id));
		}

	}

	/**
	 * A job is given another due time.
	 */
	record Reschedule(String topic, String id, Due due) implements Work {

		@Override
		public void run(Session session) {
			session.both((store) -> store.store().reschedule(this.topic, this.id, this.due.from(session.now())));
		}

	}

}
