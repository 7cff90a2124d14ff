// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.SubmitTime;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.LookAhead;
import io.delay.store.NewJob;
import io.delay.store.Redelivery;
import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.Touch;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.JobEdit;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.RunOutcome;

/**
 * A job in one stage of its life cycle. Immutable: every transition returns the job in
 * its new state.
 *
 * @param record the data that stay unchanged as long as the job exists
 * @param stage the current stage
 * @param dueTime when the job was first due
 * @param setbacks the failures of the job so far
 */
public record StagedJob(String topic, String id, JobRecord record, JobStage stage, Instant dueTime, Setbacks setbacks) {

	public static StagedJob submitted(NewJob job, StoreTime time) {
		return submitted(job, time.of(job.dueTime()));
	}

	public static StagedJob submitted(NewJob job, Instant score) {
		JobRecord record = job.record();
		Duration ttr = (record.ttr() != null) ? JobRules.roundUp(record.ttr()) : null;
		return new StagedJob(job.topic(), job.id(),
				new JobRecord(record.payload(), record.headers(), ttr, record.maxAttempts(), record.priority()),
				new JobStage.Waiting(score), score, Setbacks.NONE);
	}

	public static StagedJob copied(StoredJob job) {
		boolean waits = job.state() != JobState.FAILED;
		Instant score = job.time();
		return new StagedJob(job.topic(), job.id(), Objects.requireNonNull(job.record()),
				waits ? new JobStage.Waiting(score) : new JobStage.Failed(score),
				(job.dueTime() != null) ? job.dueTime() : job.time(), new Setbacks(job.failures(), 0));
	}

	public StagedJob resubmitted(Settlement.Resubmit resubmit, StoreTime time) {
		return submitted(new NewJob(this.topic, this.id, DueTime.after(resubmit.delay()), ConflictPolicy.REPLACE,
				resubmit.record()), time);
	}

	public Instant score() {
		return this.stage.score();
	}

	/**
	 * Return the time of the job as users see it: its score, or the due time of a job
	 * that is held ahead.
	 */
	public Instant time(StoreTime time) {
		return isHeldAhead(time) ? lease().visibleSince() : score();
	}

	public JobState state(StoreTime time) {
		if (isWaiting(time)) {
			return time.isPast(time(time)) ? JobState.READY : JobState.DELAYED;
		}
		return (this.stage instanceof JobStage.Reserved) ? JobState.RESERVED : JobState.FAILED;
	}

	// Whether the job waits until it is due. A job that is held ahead counts as waiting.
	public boolean isWaiting(StoreTime time) {
		return this.stage instanceof JobStage.Queued || isHeldAhead(time);
	}

	/**
	 * Whether the job was reserved before it was due and still counts as delayed. If the
	 * clock is behind, or if the job is due later than any reserve permits, the clock was
	 * set back and the handler may have started, so the job no longer counts as delayed.
	 */
	public boolean isHeldAhead(StoreTime time) {
		return this.stage instanceof JobStage.Reserved lease && lease.progress() == Progress.AHEAD && !time.isBehind()
				&& !time.isPast(lease.visibleSince().minus(LookAhead.MARGIN))
				&& time.isPast(lease.visibleSince().minus(LookAhead.MAX_WINDOW));
	}

	public boolean isHeldBy(String token) {
		return this.stage instanceof JobStage.Reserved lease && lease.token().equals(token);
	}

	public StagedJob waitingAt(Instant score) {
		return in(new JobStage.Waiting(score));
	}

	public StagedJob rescheduled(Instant score) {
		JobStage next = (this.stage instanceof JobStage.Queued queued) ? queued.at(score) : new JobStage.Waiting(score);
		return new StagedJob(this.topic, this.id, this.record, next, score, this.setbacks);
	}

	public @Nullable JobFailures failures() {
		return this.setbacks.failures();
	}

	public StagedJob releasedUntil(Instant score) {
		StagedJob released = with(this.setbacks.released());
		return terms().isFailureHandling() ? released.in(new JobStage.Handling(score, terms().attempt()))
				: released.waitingAt(score);
	}

	/**
	 * Return the job to where it was before the reserve, because its handler was not
	 * started.
	 */
	public StagedJob handedBack(StoreTime time) {
		Instant visibleSince = lease().visibleSince();
		if (terms().isFailureHandling()) {
			// Consumers without a failure handler leave the job to others again
			return in(new JobStage.Handling(StoreTime.latest(visibleSince, time.now()), terms().attempt()));
		}
		return in(this.setbacks.isolate(terms().attempt(), terms().maxAttempts()) ? new JobStage.Isolated(visibleSince)
				: new JobStage.Waiting(visibleSince));
	}

	public StagedJob reserved(ReserveRequest request, Instant visibleSince, Redelivery redelivery, StoreTime time) {
		Integer maxAttempts = this.record.maxAttempts();
		return reserved(request, visibleSince, time,
				new LeaseTerms(this.setbacks.attempts() + 1,
						(maxAttempts != null) ? maxAttempts : request.terms().maxAttempts(), Duration.ZERO,
						Instant.EPOCH, redelivery));
	}

	public StagedJob reservedForHandler(ReserveRequest request, JobStage.Handling handling, StoreTime time) {
		return reserved(request, handling.score(), time,
				new LeaseTerms(handling.attempt(), request.terms().failureAttempts(), Duration.ZERO, Instant.EPOCH,
						this.setbacks.redelivery(), failures()));
	}

	private StagedJob reserved(ReserveRequest request, Instant visibleSince, StoreTime time, LeaseTerms terms) {
		Duration ttr = this.record.ttr();
		Duration applied = JobRules.roundUp((ttr != null) ? ttr : request.terms().ttr());
		boolean ahead = !time.isBehind() && !time.isPast(visibleSince);
		Instant deadline = ahead ? visibleSince.plus(applied) : JobRules.roundUp(time.exact()).plus(applied);
		return in(new JobStage.Reserved(request.token(),
				new LeaseTerms(terms.attempt(), terms.maxAttempts(), applied, deadline, terms.redelivery(),
						terms.failures()),
				visibleSince, ahead ? deadline : time.after(applied),
				ahead ? Progress.AHEAD : Progress.of(request.mode()), request.terms().hasFailureHandler(), null));
	}

	public StagedJob touched(Touch touch, StoreTime time) {
		boolean extended = !touch.ttr().isZero();
		Instant end = extended ? StoreTime.latest(score(), time.after(touch.ttr())) : score();
		return in(lease().until(end, lease().progress().after(touch), extended ? lease().began() : lease().since()));
	}

	public StagedJob attemptFailed(FailureReason reason, @Nullable Duration delay, StoreTime time) {
		if (terms().isLastAttempt()) {
			return buried(reason, time);
		}
		Instant next = (delay != null) ? time.after(delay) : StoreTime.latest(score(), time.now());
		return terms().isFailureHandling()
				? with(this.setbacks.released()).in(new JobStage.Handling(next, terms().attempt() + 1))
				: withFailure(reason, time).waitingAt(next);
	}

	/**
	 * Record an expired lease. This counts as a failed attempt, unless the worker reports
	 * starts and had not reported the start of this handler. The job then waits, is
	 * isolated, waits for a failure handler or is buried.
	 */
	public StagedJob ttrRanOut(StoreTime time) {
		FailureReason reason = ttrElapsed();
		boolean started = !lease().progress().isNotStarted();
		if (terms().isFailureHandling()) {
			int stalls = started ? stallsAfterStart() : stallsBeforeStart();
			return ((started && terms().isLastAttempt()) || stalls > 1) ? buriedUnhandled(reason, time)
					: with(new Setbacks(failures(), stalls))
						.in(new JobStage.Handling(time.now(), terms().attempt() + (started ? 1 : 0)));
		}
		if (started && terms().isLastAttempt()) {
			return buried(reason, time);
		}
		StagedJob failed = started ? withFailure(reason, time) : notStarted(reason, time);
		Setbacks after = started ? new Setbacks(failed.failures(), stallsAfterStart()) : failed.setbacks();
		return failed.with(after)
			.in(after.isolate(after.attempts() + 1, terms().maxAttempts()) ? new JobStage.Isolated(time.now())
					: new JobStage.Waiting(score()));
	}

	private int stallsAfterStart() {
		return (lease().progress() == Progress.STARTED) ? this.setbacks.stalls() + 1 : 0;
	}

	// If the start had to be reported before the handler ran, the handler has not started
	private int stallsBeforeStart() {
		int stalls = this.setbacks.stalls();
		return (stalls > 0 || terms().maxAttempts() == 1) ? stalls : 1;
	}

	private FailureReason ttrElapsed() {
		return new FailureReason("TTR of " + terms().ttr().toMillis() + " ms elapsed",
				LeaseTokens.hostOf(lease().token()));
	}

	private StagedJob notStarted(FailureReason reason, StoreTime time) {
		return (this.setbacks.stalls() > 0) ? this
				: with(this.setbacks.failed(terms().attempt() - 1, reason, stallsBeforeStart(), time.now()));
	}

	public StagedJob buried(FailureReason reason, StoreTime time) {
		if (lease().handled() && !terms().isFailureHandling()) {
			return withFailure(reason, time).in(new JobStage.Handling(time.now(), 1));
		}
		return buriedUnhandled(reason, time);
	}

	public StagedJob buriedUnhandled(FailureReason reason, StoreTime time) {
		return withFailure(reason, time).in(new JobStage.Failed(time.now()));
	}

	public StagedJob failureHandled(StoreTime time) {
		return in(new JobStage.Failed(time.now()));
	}

	// Buries the job because no failure handler has taken it.
	public StagedJob unhandled(Duration waited, String host, StoreTime time) {
		return buriedUnhandled(
				new FailureReason("No failure handler took the job within " + waited.toMillis() + " ms", host), time);
	}

	/** Bury the job while it waits. The number of failed attempts does not change. */
	public StagedJob buriedWaiting(FailureReason reason, StoreTime time) {
		return with(this.setbacks.failed(this.setbacks.attempts(), reason, 0, time.now()))
			.in(new JobStage.Failed(time.now()));
	}

	/**
	 * Make a failed job wait again. Its attempts are counted from zero again, but the
	 * last error is kept.
	 */
	public StagedJob kicked(Instant score) {
		return with(this.setbacks.kicked()).waitingAt(score);
	}

	/**
	 * Change the payload or the due time of a failed or waiting job. Its attempts are
	 * counted from zero again, but the last error is kept.
	 */
	public StagedJob edited(JobEdit edit, StoreTime time) {
		DueTime dueTime = edit.dueTime();
		Instant kept = (this.stage instanceof JobStage.Failed) ? time.of(DueTime.NOW) : time(time);
		Instant score = (dueTime != null) ? time.of(dueTime) : kept;
		StagedJob kicked = kicked(score);
		byte[] payload = edit.payload();
		JobRecord changed = (payload != null) ? this.record.withPayload(payload) : this.record;
		return new StagedJob(this.topic, this.id, changed, kicked.stage(), (dueTime != null) ? score : this.dueTime,
				kicked.setbacks());
	}

	public FailedJob asFailed() {
		JobFailures last = failures();
		String error = (last != null) ? last.last().error() : "";
		return new FailedJob(this.id, score(), error, score() + " " + error);
	}

	public BuriedJob asBuried() {
		JobFailures last = Objects.requireNonNull(failures(), "A buried job must have a failure");
		return new BuriedJob(this.id, last.attempts(), last.last());
	}

	public ReservedJob handedOver(StoreTime time) {
		Instant visibleSince = lease().visibleSince();
		Duration startIn = (lease().progress() == Progress.AHEAD) ? Duration.between(time.exact(), visibleSince)
				: Duration.ZERO;
		return new ReservedJob(new Lease(this.topic, this.id, lease().token()), terms(), this.dueTime, visibleSince,
				this.record, startIn.isNegative() ? Duration.ZERO : startIn, isHeldAhead(time));
	}

	public StoredJob stored(StoreTime time) {
		return stored(time, failures());
	}

	// Without stack traces.
	public StoredJob listed(StoreTime time) {
		return stored(time, this.setbacks.listed());
	}

	private StoredJob stored(StoreTime time, @Nullable JobFailures failures) {
		return new StoredJob(this.topic, this.id, state(time), time(time), this.dueTime, this.record, failures,
				(state(time) != JobState.RESERVED) ? JobVersion.of(this, time) : null, holder(time));
	}

	private StoredJob.@Nullable Holder holder(StoreTime time) {
		if (state(time) != JobState.RESERVED || !lease().isHeld()) {
			return null;
		}
		return StoredJob.Holder.of(lease().token(), terms().attempt(), terms().maxAttempts(), lease().began(),
				terms().isFailureHandling());
	}

	private StagedJob in(JobStage stage) {
		return new StagedJob(this.topic, this.id, this.record, stage, this.dueTime, this.setbacks);
	}

	// In failure handling, the attempts of the failure handler do not count
	private StagedJob withFailure(FailureReason reason, StoreTime time) {
		JobFailures before = failures();
		boolean handling = this.stage instanceof JobStage.Handling || terms().isFailureHandling();
		return with((before != null && handling)
				? this.setbacks.failed(before.attempts(), before.last().and(reason), 0, time.now())
				: this.setbacks.failed(terms().attempt(), reason, 0, time.now()));
	}

	// The run of a job that is acknowledged. If the running time of the handler is
	// unknown, the handler is assumed to have started one TTR before the end of the
	// lease.
	public FinishedRun done(@Nullable Duration ran, StoreTime time) {
		boolean handled = terms().isFailureHandling();
		Instant started = (ran != null) ? time.now().minusMillis(ran.toMillis()) : score().minus(terms().ttr());
		return run(handled ? RunOutcome.FAILURE_HANDLED : RunOutcome.DONE,
				handled ? this.setbacks.attempts() : terms().attempt(), LeaseTokens.hostOf(lease().token()), started,
				time);
	}

	public FinishedRun cancelled(StoreTime time) {
		boolean reserved = state(time) == JobState.RESERVED && !terms().isFailureHandling();
		return run(RunOutcome.CANCELLED, reserved ? terms().attempt() : this.setbacks.attempts(), null, null, time);
	}

	public FinishedRun expired(StoreTime time) {
		return run(RunOutcome.EXPIRED, terms().attempt() - 1, null, null, time);
	}

	private FinishedRun run(RunOutcome outcome, int attempts, @Nullable String host, @Nullable Instant started,
			StoreTime time) {
		Instant now = time.now();
		Instant submitted = SubmitTime.of(this.record.headers());
		return new FinishedRun(this.topic, this.id, outcome, attempts, host,
				new FinishedRun.Times(this.dueTime, earliest(submitted, now), earliest(started, now), now),
				this.record);
	}

	// The clocks of submitters and workers may be ahead
	private static @Nullable Instant earliest(@Nullable Instant time, Instant now) {
		return (time != null && time.isAfter(now)) ? now : time;
	}

	public StagedJob with(JobRecord record) {
		return new StagedJob(this.topic, this.id, record, this.stage, this.dueTime, this.setbacks);
	}

	public StagedJob with(Setbacks setbacks) {
		return new StagedJob(this.topic, this.id, this.record, this.stage, this.dueTime, setbacks);
	}

	public LeaseTerms terms() {
		return lease().terms();
	}

	public JobStage.Reserved lease() {
		return (JobStage.Reserved) this.stage;
	}

}
