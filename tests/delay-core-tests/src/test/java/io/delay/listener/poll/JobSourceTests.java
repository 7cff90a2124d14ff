// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.ContainerFixture;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(10)
class JobSourceTests {

	@Test
	void jobsOfAnUnreadableReplyAreHandedBack() {
		List<String> reserved = new ArrayList<>();
		List<String> handedBack = new ArrayList<>();
		JobSource source = new JobSource(new ForwardingJobStore(new MemoryJobStore()) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				reserved.add(request.token());
				return new ReserveResult(List.of(new ReservedJob(null, null, null, null, null)), Duration.ZERO,
						List.of());
			}

			@Override
			public int handBack(String topic, String token) {
				handedBack.add(token);
				return 1;
			}

		}, new LeaseTokens("host-1"), "orders", new ReserveTerms(Duration.ofSeconds(30), 3), Duration.ZERO,
				ContainerFixture.noEvents(), new IsolationPermit.Access(new IsolationPermit(), () -> {
				}));
		assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> source.reserve(1, 0));
		source.handBackLostReply();
		source.handBackLostReply();
		assertThat(handedBack).isEqualTo(reserved).hasSize(1);
	}

	@Test
	void nextEventCountsFromTheMiddleOfTheCall() {
		Duration nextEvent = Duration.ofDays(365L * 1000);
		JobSource source = source(() -> nextEvent);
		long before = System.nanoTime();
		Duration left = source.reserve(1, 0).nextEvent();
		Duration call = Duration.ofNanos(System.nanoTime() - before);
		assertThat(left).isLessThan(nextEvent).isGreaterThanOrEqualTo(nextEvent.minus(call.dividedBy(2)));
	}

	@Test
	void eventThatPassesDuringTheCallDoesNotMeanMoreJobs() {
		JobSource.Reservation reservation = source(() -> Duration.ofNanos(1)).reserve(1, 0);
		assertThat(reservation.mayHaveMore()).isFalse();
		assertThat(reservation.nextEvent()).isEqualTo(Duration.ofNanos(1));
	}

	@Test
	void missingAndImmediateEventsAreKept() {
		assertThat(source(() -> null).reserve(1, 0).nextEvent()).isNull();
		assertThat(source(() -> Duration.ZERO).reserve(1, 0).mayHaveMore()).isTrue();
	}

	private static JobSource source(Supplier<Duration> nextEvent) {
		return new JobSource(new ForwardingJobStore(new MemoryJobStore()) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				return new ReserveResult(List.of(), nextEvent.get(), List.of());
			}

		}, new LeaseTokens("host-1"), "orders", new ReserveTerms(Duration.ofSeconds(30), 3), Duration.ZERO,
				ContainerFixture.noEvents(), new IsolationPermit.Access(new IsolationPermit(), () -> {
				}));
	}

}
