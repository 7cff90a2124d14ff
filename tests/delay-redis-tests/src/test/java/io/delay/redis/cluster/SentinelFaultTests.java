// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.time.Duration;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.redis.RedisSpace;
import io.delay.redis.outage.FaultOutcome;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sentinels replace the master while jobs are submitted and handled.
 */
@Tag("thorough")
@Tag("versions")
class SentinelFaultTests {

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(8);

	private final EmbeddedRedisSentinels group = EmbeddedRedisSentinels.start();

	private final RedisSpace space = RedisSpace.of(this.group);

	private final FailoverBench bench = new FailoverBench(this.space,
			(instance) -> instance.commandTimeout(COMMAND_TIMEOUT).on(this.group, this.space.namespace()));

	@AfterEach
	void close() throws Exception {
		this.bench.close();
		this.space.close();
		this.group.close();
	}

	@Test
	void jobsSurviveAFailoverAndTheReturnOfTheOldMaster() throws Exception {
		RedisNode master = this.group.master();
		Set<String> replicated = this.bench.replicated(master);
		master.kill();
		long killed = System.nanoTime();
		Set<String> confirmed = this.bench.confirmedBeforeFailure();
		RedisNode promoted = this.group.awaitFailover(master);
		Duration failover = Duration.ofNanos(System.nanoTime() - killed);
		Duration goneOn = this.bench.awaitGoingOn(killed);
		Duration woken = this.bench.probe("after-failover", FailoverBench.WOKEN);
		this.group.rejoin(master);
		assertThat(this.group.master()).isEqualTo(promoted);
		this.bench.awaitGoingOn(System.nanoTime());
		this.bench.probe("after-return", FailoverBench.WOKEN);
		FaultOutcome outcome = this.bench.end("master killed, failover " + failover.toMillis() + " ms", goneOn, woken);
		assertThat(outcome.refused()).isEmpty();
		assertThat(outcome.unknown()).hasSizeLessThanOrEqualTo(FailoverBench.SUBMITTERS);
		assertThat(outcome.lost()).isSubsetOf(confirmed).doesNotContainAnyElementsOf(replicated);
	}

}
