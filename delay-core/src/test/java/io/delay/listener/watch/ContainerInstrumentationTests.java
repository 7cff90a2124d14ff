// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.watch;

import java.time.Duration;
import java.time.Instant;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.ListenerSettings;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ContainerInstrumentation}.
 */
class ContainerInstrumentationTests {

	private static final Lease LEASE = new Lease("orders", "a", "token");

	private static final LeaseTerms TERMS = new LeaseTerms(1, 5, Duration.ofMinutes(1), Instant.EPOCH);

	@Test
	void executionThatThrowsHasTheKeysOfTheOthers() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
		DelayListenerEndpoint endpoint = new DelayListenerEndpoint("listener-1", "orders", ListenerSettings.none(),
				(job, context) -> {
				});
		Execution execution = new ContainerInstrumentation(endpoint,
				new ContainerInstrumentation.Options(null, registry, null, null))
			.around((job, interrupted) -> {
				throw new IllegalStateException("broken");
			});
		HeldJob job = new HeldJob(
				new ReservedJob(LEASE, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(LEASE, TERMS, System.nanoTime()), System.nanoTime(), () -> {
				});
		assertThatIllegalStateException().isThrownBy(() -> execution.execute(job, () -> false));
		assertThat(meters.get("delay.process")
			.tags("topic", "orders", "listener", "listener-1", "outcome", "none", "exception", "IllegalStateException")
			.timer()
			.count()).isOne();
	}

}
