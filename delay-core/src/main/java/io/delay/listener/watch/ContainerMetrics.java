// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.util.List;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.settle.SettlementObserver;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobMetrics;
import io.delay.observation.JobOutcome;
import io.delay.store.BuriedJob;
import io.delay.store.SettleResult;
import io.delay.support.FailureNotice;

/**
 * Measures the jobs of one container. Failures of the metrics do not affect jobs.
 */
final class ContainerMetrics implements SettlementObserver {

	private final FailureNotice notice;

	private final DelayListenerEndpoint endpoint;

	private final JobMetrics metrics;

	ContainerMetrics(DelayListenerEndpoint endpoint, JobMetrics metrics) {
		this.notice = new FailureNotice("Measurement of listener '" + endpoint.id() + "'");
		this.endpoint = endpoint;
		this.metrics = metrics;
		this.notice.attempt(() -> metrics.listening(endpoint.topic(), endpoint.id()));
	}

	void started(HeldJob job) {
		this.notice.attempt(() -> this.metrics.started(this.endpoint.topic(), this.endpoint.id(), lateness(job)));
	}

	private static Duration lateness(HeldJob job) {
		Duration lateness = Duration.between(job.job().visibleSince(), job.storeTime());
		return lateness.isNegative() ? Duration.ZERO : lateness;
	}

	@Override
	public void settled(PendingSettlement settlement, SettleResult result) {
		JobOutcome outcome = settlement.outcome(result);
		if (outcome != null) {
			settled(outcome, settlement.exception());
		}
	}

	@Override
	public void buriedByReserve(List<BuriedJob> jobs) {
		jobs.forEach((job) -> settled(JobOutcome.BURIED, ExceptionName.NONE));
	}

	private void settled(JobOutcome outcome, String exception) {
		this.notice.attempt(() -> this.metrics.settled(this.endpoint.topic(), this.endpoint.id(), outcome, exception));
	}

}
