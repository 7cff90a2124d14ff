/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.listener.watch;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerMetrics;
import io.delay.listener.ListenerRecorder;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.settle.SettlementObserver;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.BuriedJob;
import io.delay.store.SettleResult;
import io.delay.support.FailureNotice;

/**
 * Reports to a recorder what happens in one container.
 */
final class ContainerMetrics implements SettlementObserver {

	private final FailureNotice notice;

	private final ListenerRecorder recorder;

	private ContainerMetrics(ListenerRecorder recorder, FailureNotice notice) {
		this.recorder = recorder;
		this.notice = notice;
	}

	/**
	 * Create the metrics for the container of a listener.
	 * @param endpoint the listener
	 * @param metrics supplies the recorder, or {@code null}
	 * @return the metrics, {@code null} if there is no recorder
	 */
	static @Nullable ContainerMetrics of(DelayListenerEndpoint endpoint, @Nullable ListenerMetrics metrics) {
		if (metrics == null) {
			return null;
		}
		FailureNotice notice = new FailureNotice("Measurement of listener '" + endpoint.id() + "'");
		try {
			return new ContainerMetrics(metrics.recorder(endpoint.topic(), endpoint.id()), notice);
		}
		catch (RuntimeException | Error ex) {
			notice.failed(ex);
			return null;
		}
	}

	void started(HeldJob job) {
		try {
			this.recorder.started(lateness(job));
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
		}
	}

	private static Duration lateness(HeldJob job) {
		Duration lateness = Duration.between(job.job().visibleSince(), job.storeTime());
		return lateness.isNegative() ? Duration.ZERO : lateness;
	}

	@Override
	public void settled(List<PendingSettlement> settlements, List<SettleResult> results) {
		for (int i = 0; i < settlements.size(); i++) {
			PendingSettlement settlement = settlements.get(i);
			JobOutcome outcome = settlement.outcome(results.get(i));
			if (outcome != null) {
				settled(outcome, settlement.exception());
			}
		}
	}

	@Override
	public void buriedByReserve(List<BuriedJob> jobs) {
		for (int i = 0; i < jobs.size(); i++) {
			settled(JobOutcome.BURIED, ExceptionName.NONE);
		}
	}

	private void settled(JobOutcome outcome, String exception) {
		try {
			this.recorder.settled(outcome, exception);
		}
		catch (RuntimeException | Error ex) {
			this.notice.failed(ex);
		}
	}

}
