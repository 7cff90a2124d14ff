// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.delivery.HandlerScope;
import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.watch.ContainerInstrumentation.Metrics;
import io.delay.observation.JobMetrics;
import io.delay.observation.JobOutcome;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.support.FailureNotice;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Metrics}.
 */
class ContainerMetricsTests {

	private static final Duration TTR = Duration.ofMinutes(1);

	/** The clock of the store is far off. */
	private static final Instant RESERVED_AT = Instant.parse("2001-01-01T00:00:00Z");

	private final List<String> settled = new ArrayList<>();

	private final List<Duration> lateness = new ArrayList<>();

	private final Metrics metrics = new Metrics(ContainerFixture.endpoint(), new JobMetrics() {

		@Override
		public void started(String topic, String listener, Duration late) {
			ContainerMetricsTests.this.lateness.add(late);
		}

		@Override
		public void settled(String topic, String listener, JobOutcome outcome, String exception) {
			ContainerMetricsTests.this.settled.add(outcome.tag() + " " + exception);
		}

	});

	@Test
	void latenessIncludesTheTimeSinceTheReserve() {
		this.metrics.started(job(RESERVED_AT.minusSeconds(5), Duration.ofSeconds(2)));
		assertThat(this.lateness).singleElement()
			.satisfies((late) -> assertThat(late).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(17)));
	}

	@Test
	void latenessIsNeverNegative() {
		this.metrics.started(job(RESERVED_AT.plusSeconds(100), Duration.ofSeconds(2)));
		assertThat(this.lateness).containsExactly(Duration.ZERO);
	}

	@Test
	void deliveriesAreCountedOnceTheStoreHasAnswered() {
		HeldJob job = job(RESERVED_AT, Duration.ZERO);
		PendingSettlement failed = job.settle(new HandlingResult(
				new Settlement.Fail(job.job().lease(), new FailureReason("no", "host-1"), null), new Error()));
		this.metrics.settled(failed, SettleResult.DONE);
		this.metrics.settled(job.handBack(), SettleResult.DONE);
		this.metrics.settled(failed, SettleResult.LEASE_LOST);
		this.metrics.settled(failed.repeat(), SettleResult.LEASE_LOST);
		this.metrics.buriedByReserve(List.of(new BuriedJob("a", 1, new FailureReason("no", "host-1"))));
		assertThat(this.settled).containsExactly("retried Error", "handed_back none", "lease_lost Error",
				"buried none");
	}

	@ParameterizedTest
	@EnumSource
	void jobEndedByItsHandlerIsCountedByThisOutcome(HandlerScope.End end) {
		HeldJob job = job(RESERVED_AT, Duration.ZERO);
		job.lease().scope().enter();
		HandlerScope.ended("orders", "a", end, false);
		job.lease().scope().leave();
		HandlingResult decision = new HandlingResult(
				new Settlement.Fail(job.job().lease(), new FailureReason("no", "host-1"), null), new Error());
		this.metrics.settled(job.settle(decision), SettleResult.LEASE_LOST);
		String outcome = end.name().toLowerCase(Locale.ROOT);
		assertThat(this.settled).containsExactly(outcome + " Error");
		assertThat(job.outcome(decision).tag()).isEqualTo(outcome);
	}

	@Test
	void metricsThatThrowAreLoggedOnce() {
		try (RecordedLog log = new RecordedLog(FailureNotice.class)) {
			Metrics broken = new Metrics(ContainerFixture.endpoint(), new JobMetrics() {

				@Override
				public void listening(String topic, String listener) {
					throw new IllegalStateException("no meters");
				}

				@Override
				public void started(String topic, String listener, Duration late) {
					throw new IllegalStateException("no meters");
				}

				@Override
				public void settled(String topic, String listener, JobOutcome outcome, String exception) {
					throw new IllegalStateException("no meters");
				}

			});
			HeldJob job = job(RESERVED_AT, Duration.ZERO);
			broken.started(job);
			broken.settled(job.handBack(), SettleResult.DONE);
			assertThat(log.messages(Level.WARN)).containsExactly("Measurement of listener 'listener-1' failed; "
					+ "jobs are not affected. Further failures are logged at DEBUG only");
		}
	}

	private static HeldJob job(Instant visibleSince, Duration held) {
		Lease lease = new Lease("orders", "a", "token");
		LeaseTerms terms = new LeaseTerms(1, 5, TTR, RESERVED_AT.plus(TTR));
		long sentAt = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(held.toMillis());
		return ContainerFixture.held(
				new ReservedJob(lease, terms, Instant.EPOCH, visibleSince, JobRecord.of(new byte[0])),
				new HeldLease(lease, terms, sentAt));
	}

}
