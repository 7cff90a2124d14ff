// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.converter.PayloadWriter;
import io.delay.listener.JobContext;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Redelivery;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

/**
 * The {@link JobContext} of one delivery. It stores the decision of the handler until the
 * handler has finished.
 */
public final class DefaultJobContext implements JobContext {

	private final ReservedJob job;

	private final HeldLease lease;

	private final LeaseToucher toucher;

	private final FailureReasons reasons;

	private final PayloadWriter payloads;

	private volatile @Nullable Settlement decision;

	public DefaultJobContext(HeldJob job, LeaseToucher toucher, FailureReasons reasons, PayloadWriter payloads) {
		this.job = job.job();
		this.lease = job.lease();
		this.toucher = toucher;
		this.reasons = reasons;
		this.payloads = payloads;
	}

	@Override
	public String id() {
		return this.job.lease().id();
	}

	@Override
	public String topic() {
		return this.job.lease().topic();
	}

	@Override
	public int attempt() {
		return this.job.terms().attempt();
	}

	@Override
	public boolean isRedelivered() {
		return this.job.terms().redelivery() != Redelivery.NONE;
	}

	@Override
	public int maxAttempts() {
		return this.job.terms().maxAttempts();
	}

	@Override
	public Instant dueTime() {
		return this.job.dueTime();
	}

	@Override
	public Instant visibleSince() {
		return this.job.visibleSince();
	}

	@Override
	public Instant deadline() {
		return this.job.terms().deadline().plus(this.lease.extension());
	}

	@Override
	public Map<String, String> headers() {
		return this.job.record().headers();
	}

	@Override
	public boolean isLeaseLost() {
		return this.lease.isLost();
	}

	@Override
	public boolean touch() {
		// A transaction of the handler that has ended the job locks its row, so the touch
		// would wait for the handler itself
		return this.lease.endByHandler() == null && this.toucher.touch(this.lease);
	}

	@Override
	public void release(Duration delay) {
		this.decision = new Settlement.Release(this.job.lease(), delay);
	}

	@Override
	public void resubmit(Object payload, Duration delay) {
		Assert.notNull(payload, "'payload' must not be null");
		JobRecord record = this.job.record();
		this.decision = new Settlement.Resubmit(this.job.lease(), new JobRecord(this.payloads.write(topic(), payload),
				record.headers(), record.ttr(), record.maxAttempts(), record.priority()), delay);
	}

	@Override
	public void bury(String reason) {
		Assert.hasText(reason, "'reason' must not be empty");
		this.decision = new Settlement.Bury(this.job.lease(), this.reasons.of(reason, this.lease));
	}

	@Nullable Settlement decision() {
		return this.decision;
	}

}
