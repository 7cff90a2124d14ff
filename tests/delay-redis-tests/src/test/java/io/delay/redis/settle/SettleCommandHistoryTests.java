// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;

import io.delay.redis.reserve.PartitionBench;
import io.delay.redis.reserve.PartitionDriver;
import io.delay.redis.script.RedisScript;
import io.delay.store.FailureReason;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SettleCommand} on a topic that keeps a history, whose large records
 * leave jobs for further calls.
 */
@Timeout(30)
class SettleCommandHistoryTests {

	private final PartitionBench bench = new PartitionBench(
			new HistorySettings(new HistoryLimits(100, null, false), Map.of()));

	private final PartitionDriver driver = this.bench.driver();

	private final List<Settlement> settlements = new ArrayList<>();

	@AfterEach
	void close() {
		this.bench.close();
	}

	@ParameterizedTest
	@EnumSource(PartitionDriver.Fault.class)
	void settlementsBeforeAFailedCallAreDone(PartitionDriver.Fault fault) {
		ack(3);
		settle(); // loads the script
		this.settlements.clear();
		ack(1, 1, 2);
		this.driver.failAfterOneCall(RedisScript.ACK_HISTORY, 1, fault);
		assertThat(settle()).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE, SettleResult.DONE);
		this.driver.fix(1);
		SettleResult second = (fault == PartitionDriver.Fault.NO_REPLY) ? SettleResult.LEASE_LOST : SettleResult.DONE;
		assertThat(settle()).containsExactly(SettleResult.LEASE_LOST, second, SettleResult.LEASE_LOST);
	}

	@Test
	void failureOfTheFirstCallIsThrown() {
		ack(1, 1);
		this.driver.fail(1, PartitionDriver.Fault.UNREACHABLE);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(this::settle);
	}

	@Test
	void secondSettlementOfALeaseWaitsForThePostponedFirst() {
		ack(1, 1);
		Lease second = this.settlements.get(1).lease();
		this.settlements.add(new Settlement.Bury(second, new FailureReason("host", "boom")));
		this.settlements.add(new Settlement.Release(second, Duration.ZERO));
		assertThat(settle()).containsExactly(SettleResult.DONE, SettleResult.DONE, SettleResult.LEASE_LOST,
				SettleResult.LEASE_LOST);
		assertThat(this.bench.space().contents(PartitionBench.TOPIC, 1)).doesNotContainKeys("failed", "jobs");
	}

	// Acknowledgements of one job of each of the partitions, in that order.
	private void ack(int... partitions) {
		for (int partition : partitions) {
			this.bench.submit(new byte[300 * 1024], this.bench.id(partition, this.settlements.size()));
			this.settlements.add(new Settlement.Ack(this.bench.reserve(1).jobs().get(0).lease()));
		}
	}

	private List<SettleResult> settle() {
		return this.bench.settle().execute(this.settlements);
	}

}
