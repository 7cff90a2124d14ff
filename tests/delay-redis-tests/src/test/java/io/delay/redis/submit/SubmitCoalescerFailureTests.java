// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.job.SubmitStatus;
import io.delay.redis.net.TcpProxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the calls that the submits of many threads share, with connections that break
 * and threads that are interrupted.
 */
class SubmitCoalescerFailureTests {

	private final SubmitBench bench = new SubmitBench(Duration.ofSeconds(5));

	@AfterEach
	void close() {
		this.bench.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "CLOSE", "RESET" })
	void brokenCallMakesOnlyItsOwnOutcomesUnknown(TcpProxy.End end) throws Exception {
		List<SubmitCaller> aboard = this.bench.strike(TcpProxy.Fault.HOLD, "aboard-", 5);
		List<SubmitCaller> waiting = queueBehind();
		assertThat(this.bench.proxy().end(SubmitBench.PRODUCERS, end)).isEqualTo(1);
		this.bench.letGo();
		checkInDoubt(aboard);
		checkStoredOrNotSent(waiting);
		this.bench.awaitStores("afterwards");
		assertThat(this.bench.stored()).doesNotContainAnyElementsOf(ids(aboard));
	}

	@ParameterizedTest
	@EnumSource(names = { "CLOSE", "RESET" })
	void lostReplyMakesOnlyTheOutcomesOfItsCallUnknown(TcpProxy.End end) throws Exception {
		List<SubmitCaller> aboard = this.bench.strike(TcpProxy.Fault.SWALLOW_REPLY, "aboard-", 5);
		await().atMost(Duration.ofSeconds(5)).until(() -> this.bench.stored().containsAll(ids(aboard)));
		List<SubmitCaller> waiting = queueBehind();
		assertThat(this.bench.proxy().end(SubmitBench.PRODUCERS, end)).isEqualTo(1);
		checkInDoubt(aboard);
		checkStoredOrNotSent(waiting);
		this.bench.awaitStores("afterwards");
		// those in doubt were not sent again, or Redis would have found them
		assertThat(this.bench.count("zscore")).isZero();
	}

	// The first of them may go at once, for a call may have returned meanwhile.
	private List<SubmitCaller> queueBehind() {
		this.bench.queueAll("filler-", SubmitBench.LEADERS);
		return this.bench.queueAll("waiting-", 4);
	}

	@Test
	void interruptDuringACallMakesOnlyItsOwnOutcomeUnknown() throws Exception {
		List<SubmitCaller> aboard = this.bench.strike(TcpProxy.Fault.HOLD, "aboard-", 5);
		List<SubmitCaller> interrupted = List.of(aboard.get(1), aboard.get(3));
		for (SubmitCaller caller : interrupted) {
			caller.interrupt();
			assertThat(caller.end().checkInDoubt().isInterrupted()).isTrue();
		}
		this.bench.letGo();
		checkCreated(List.of(aboard.get(0), aboard.get(2), aboard.get(4)));
		assertThat(this.bench.stored()).containsAll(ids(interrupted));
	}

	@Test
	void interruptBeforeACallSendsNothing() throws Exception {
		this.bench.holdLeaders();
		List<SubmitCaller> waiting = this.bench.queueAll("waiting-", 5);
		SubmitCaller interrupted = waiting.get(2);
		interrupted.interrupt();
		interrupted.end().checkNotSent();
		assertThat(interrupted.isInterrupted()).isTrue();
		this.bench.letGo();
		checkCreated(List.of(waiting.get(0), waiting.get(1), waiting.get(3), waiting.get(4)));
		assertThat(this.bench.stored()).doesNotContainAnyElementsOf(interrupted.ids());
	}

	private static void checkCreated(List<SubmitCaller> callers) throws InterruptedException {
		for (SubmitCaller caller : callers) {
			assertThat(caller.end().result().status()).isEqualTo(SubmitStatus.CREATED);
		}
	}

	private static void checkInDoubt(List<SubmitCaller> callers) throws InterruptedException {
		for (SubmitCaller caller : callers) {
			caller.end().checkInDoubt();
		}
	}

	private void checkStoredOrNotSent(List<SubmitCaller> callers) throws InterruptedException {
		Set<String> sent = new HashSet<>();
		for (SubmitCaller caller : callers) {
			if (caller.end().isStored()) {
				assertThat(caller.result().status()).isEqualTo(SubmitStatus.CREATED);
				sent.addAll(caller.ids());
			}
			else {
				caller.checkNotSent();
			}
		}
		Set<String> stored = new HashSet<>(this.bench.stored());
		stored.retainAll(ids(callers));
		assertThat(stored).isEqualTo(sent);
	}

	private static Set<String> ids(List<SubmitCaller> callers) {
		Set<String> ids = new HashSet<>();
		callers.forEach((caller) -> ids.addAll(caller.ids()));
		return ids;
	}

}
