// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.redis.reserve.PartitionBench;
import io.delay.redis.reserve.PartitionDriver;
import io.delay.redis.script.RedisScript;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SettleCommand}, on a topic of four partitions.
 */
@Timeout(30)
class SettleCommandTests {

	private final PartitionBench bench = new PartitionBench();

	private final PartitionDriver driver = this.bench.driver();

	private final List<Lease> leases = new ArrayList<>();

	@AfterEach
	void close() {
		this.bench.close();
	}

	@Test
	void settlementsOfAnUnreachablePartitionSucceedWhenRepeated() {
		reserve(0, 1, 2);
		this.driver.fail(1, PartitionDriver.Fault.UNREACHABLE);
		assertThat(ackAll()).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE, SettleResult.DONE);
		this.driver.fix(1);
		assertThat(ackAll()).containsExactly(SettleResult.LEASE_LOST, SettleResult.DONE, SettleResult.LEASE_LOST);
	}

	@Test
	void settlementsWithoutReplyAreUnreachableAndNotRepeated() {
		reserve(0, 1);
		this.driver.fail(1, PartitionDriver.Fault.NO_REPLY);
		assertThat(ackAll()).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE);
		this.driver.fix(1);
		assertThat(this.bench.space().contents(PartitionBench.TOPIC, 1)).doesNotContainKey("jobs");
		assertThat(ackAll()).containsExactly(SettleResult.LEASE_LOST, SettleResult.LEASE_LOST);
	}

	@Test
	void touchesOfAnUnreachablePartitionAreUnreachable() {
		reserve(0, 1);
		this.driver.fail(0, PartitionDriver.Fault.UNREACHABLE);
		List<Touch> touches = this.leases.stream().map((lease) -> new Touch(lease, PartitionBench.TTR)).toList();
		assertThat(this.bench.settle().touch(touches)).containsExactly(SettleResult.UNREACHABLE, SettleResult.DONE);
	}

	@Test
	void failureIsThrownIfNoPartitionIsReached() {
		reserve(0, 1);
		this.driver.fail(0, PartitionDriver.Fault.UNREACHABLE);
		this.driver.fail(1, PartitionDriver.Fault.NO_REPLY);
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(this::ackAll);
	}

	@Test
	void busyPartitionDoesNotAffectOtherPartitions() {
		reserve(0, 1);
		this.driver.fail(1, PartitionDriver.Fault.BUSY);
		assertThat(ackAll()).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE);
	}

	@Test
	void busyCallDoesNotAffectOtherCallsOfItsPartition() {
		reserve(1, 1);
		this.driver.fail(RedisScript.ACK, 1, PartitionDriver.Fault.BUSY);
		List<Settlement> settlements = List.of(new Settlement.Ack(this.leases.get(0)),
				new Settlement.Release(this.leases.get(1), Duration.ZERO));
		assertThat(this.bench.settle().execute(settlements)).containsExactly(SettleResult.UNREACHABLE,
				SettleResult.DONE);
	}

	@Test
	void settlementsOfBusyPartitionsAreUnreachable() {
		reserve(0, 1);
		this.driver.fail(0, PartitionDriver.Fault.BUSY);
		this.driver.fail(1, PartitionDriver.Fault.BUSY);
		assertThat(ackAll()).containsExactly(SettleResult.UNREACHABLE, SettleResult.UNREACHABLE);
	}

	@Test
	void singleSettlementOfABusyPartitionFailsAsTransient() {
		reserve(1);
		this.driver.fail(1, PartitionDriver.Fault.BUSY);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(this::ackAll)
			.withMessageContaining("TRYAGAIN");
	}

	@Test
	void eachPartitionReceivesOneCallWithAllItsAcks() {
		reserve(3, 1, 3);
		this.driver.takeSent();
		assertThat(ackAll()).hasSize(3).containsOnly(SettleResult.DONE);
		assertThat(this.driver.takeSent()).containsExactlyInAnyOrder("ACK 1", "ACK 3");
	}

	@Test
	void resubmitsAreSentInCallsOfLimitedSize() {
		reserve(2, 2, 2);
		this.driver.takeSent();
		JobRecord record = JobRecord.of(new byte[200 * 1024]);
		List<Settlement> settlements = this.leases.stream()
			.<Settlement>map((lease) -> new Settlement.Resubmit(lease, record, Duration.ZERO))
			.toList();
		assertThat(this.bench.settle().execute(settlements)).hasSize(3).containsOnly(SettleResult.DONE);
		assertThat(this.driver.takeSent()).containsExactly("RESUBMIT 2", "RESUBMIT 2");
	}

	// One job of each of the partitions, in that order.
	private void reserve(int... partitions) {
		for (int partition : partitions) {
			this.bench.submit(this.bench.id(partition, this.leases.size()));
			ReserveResult result = this.bench.reserve(1);
			this.leases.add(result.jobs().get(0).lease());
		}
	}

	private List<SettleResult> ackAll() {
		List<Settlement> acks = this.leases.stream().<Settlement>map(Settlement.Ack::new).toList();
		return this.bench.settle().execute(acks);
	}

}
