// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.job.SubmitTime;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * Submits, settles, touches and buries the jobs of one topic, in one transaction.
 */
public final class JobTransitions {

	private final TopicJobs topic;

	private final StoreTransaction transaction;

	public JobTransitions(TopicJobs topic, StoreTransaction transaction) {
		this.topic = topic;
		this.transaction = transaction;
	}

	public SubmitResult submit(NewJob job) {
		StagedJob existing = this.topic.get(job.id());
		JobState found = (existing != null) ? existing.state(this.transaction.time()) : null;
		if (existing != null && job.onConflict() != ConflictPolicy.REPLACE) {
			return new SubmitResult(job.id(), SubmitStatus.EXISTING, existing.time(this.transaction.time()), found);
		}
		StagedJob submitted = newJob(job);
		SubmitStatus status = (existing != null) ? SubmitStatus.REPLACED : SubmitStatus.CREATED;
		return stored(submitted, status, found);
	}

	public StagedJob newJob(NewJob job) {
		return withSubmitTime(StagedJob.submitted(job, this.transaction.time()));
	}

	// Completes the submit of a job that the store has created.
	public SubmitResult created(StagedJob job) {
		return stored(job, SubmitStatus.CREATED, null);
	}

	private SubmitResult stored(StagedJob job, SubmitStatus status, @Nullable JobState found) {
		this.transaction.put(this.topic, job);
		this.transaction.count(this.topic, Counted.SUBMITTED);
		return new SubmitResult(job.id(), status, job.score(), found);
	}

	// For jobs that the store has deleted.
	public void acknowledged(int jobs) {
		this.transaction.count(this.topic, Counted.done(jobs));
	}

	public SettleResult check(Lease lease) {
		return (held(lease) != null) ? SettleResult.DONE : SettleResult.LEASE_LOST;
	}

	public SettleResult settle(Settlement settlement) {
		StagedJob job = held(settlement.lease());
		if (job == null) {
			return SettleResult.LEASE_LOST;
		}
		if (settlement instanceof Settlement.Ack ack) {
			this.topic.remove(job);
			this.transaction.count(this.topic, Counted.DONE);
			this.topic.keep(job.done(ack.ran(), this.transaction.time()));
		}
		else if (settlement instanceof Settlement.Expire) {
			this.topic.remove(job);
			this.transaction.count(this.topic, Counted.cancelled(1));
			this.topic.keep(job.expired(this.transaction.time()));
		}
		else if (settlement instanceof Settlement.Release release) {
			put(job.releasedUntil(this.transaction.time().after(release.delay())));
		}
		else if (settlement instanceof Settlement.Resubmit resubmit) {
			put(withSubmitTime(job.resubmitted(resubmit, this.transaction.time())));
			this.topic.keep(job.done(resubmit.ran(), this.transaction.time()));
			this.transaction.count(this.topic, Counted.RESUBMITTED);
		}
		else if (settlement instanceof Settlement.HandBack) {
			put(job.handedBack(this.transaction.time()));
		}
		else if (settlement instanceof Settlement.Fail fail) {
			fail(job, job.attemptFailed(fail.reason(), fail.delay(), this.transaction.time()));
		}
		else if (settlement instanceof Settlement.FailureHandled) {
			if (!job.terms().isFailureHandling()) {
				return SettleResult.LEASE_LOST;
			}
			put(job.failureHandled(this.transaction.time()));
			this.transaction.count(this.topic, Counted.BURIED);
		}
		else if (settlement instanceof Settlement.Bury bury) {
			fail(job, job.buried(bury.reason(), this.transaction.time()));
		}
		return SettleResult.DONE;
	}

	public SettleResult touch(Touch touch) {
		StagedJob job = held(touch.lease());
		if (job == null) {
			return SettleResult.LEASE_LOST;
		}
		this.topic.put(job.touched(touch, this.transaction.time()));
		return SettleResult.DONE;
	}

	public int handBack(List<StagedJob> held) {
		held.forEach((job) -> put(job.handedBack(this.transaction.time())));
		return held.size();
	}

	public BuriedJob bury(StagedJob job, FailureReason reason) {
		StagedJob buried = job.buriedWaiting(reason, this.transaction.time());
		put(buried);
		this.transaction.count(this.topic, Counted.BURIED);
		return buried.asBuried();
	}

	private void fail(StagedJob job, StagedJob failed) {
		put(failed);
		this.transaction.count(this.topic, Counted.failed(job, failed));
	}

	private void put(StagedJob job) {
		this.transaction.put(this.topic, job);
	}

	private @Nullable StagedJob held(Lease lease) {
		StagedJob job = this.topic.get(lease.id());
		return (job != null && job.isHeldBy(lease.token())) ? job : null;
	}

	private StagedJob withSubmitTime(StagedJob job) {
		if (!this.topic.isHistoryKept()) {
			return job;
		}
		JobRecord record = job.record();
		return job.with(record.withHeaders(SubmitTime.addTo(record.headers(), this.transaction.time().now())));
	}

}
