// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.redis.net.TcpProxy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the calls that the submits of many threads share, with a Redis that is silent.
 */
class SubmitCoalescerTimeoutTests {

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * One for the call that it waits for, one for its own, and some for a busy machine.
	 * Twelve callers whose calls wait for one another, two at a time, would take twelve
	 * seconds.
	 */
	private static final Duration LONGEST = COMMAND_TIMEOUT.multipliedBy(2).plusSeconds(5);

	private final SubmitBench bench = new SubmitBench(COMMAND_TIMEOUT);

	@AfterEach
	void close() {
		this.bench.close();
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void missingReplyMakesTheOutcomesUnknown() throws Exception {
		for (SubmitCaller caller : this.bench.strike(TcpProxy.Fault.SWALLOW_REPLY, "aboard-", 5)) {
			assertThat(caller.end().checkInDoubt().took()).isLessThan(LONGEST);
		}
	}

	@Test
	void silentServerDelaysSubmitsOnlyByTheTimeout() throws Exception {
		this.bench.proxy().silence(SubmitBench.PRODUCERS);
		List<SubmitCaller> callers = IntStream.range(0, 12)
			.mapToObj((i) -> this.bench.start(SubmitBench.job("silent-" + i)))
			.toList();
		for (SubmitCaller caller : callers) {
			assertThat(caller.end().took()).isLessThan(LONGEST);
			if (caller.isInDoubt()) {
				caller.checkInDoubt();
			}
			else {
				caller.checkNotSent();
			}
		}
		this.bench.letGo();
		this.bench.awaitStores("afterwards");
	}

}
