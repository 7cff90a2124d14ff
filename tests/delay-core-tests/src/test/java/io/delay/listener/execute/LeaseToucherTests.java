// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.lease.HeldLease;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.SettleResult;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(10)
class LeaseToucherTests {

	private final AtomicInteger failures = new AtomicInteger();

	private final AtomicInteger unreachable = new AtomicInteger();

	private volatile long arrivedAt;

	private final LeaseToucher toucher = new LeaseToucher(new ForwardingJobStore(new MemoryJobStore()) {

		@Override
		public List<SettleResult> touch(List<Touch> touches) {
			if (LeaseToucherTests.this.failures.getAndDecrement() > 0) {
				throw new DataAccessResourceFailureException("away");
			}
			if (LeaseToucherTests.this.unreachable.getAndDecrement() > 0) {
				return List.of(SettleResult.UNREACHABLE);
			}
			LeaseToucherTests.this.arrivedAt = System.nanoTime();
			while (System.nanoTime() == LeaseToucherTests.this.arrivedAt) {
				Thread.onSpinWait();
			}
			return List.of(SettleResult.DONE);
		}

	}, ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures());

	private final long reservedAt = System.nanoTime();

	private final HeldLease lease = new HeldLease(new Lease("orders", "a", "token"),
			new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH), this.reservedAt);

	@Test
	void touchedLeaseCountsFromTheRequestAndNotFromTheReply() {
		assertThat(this.toucher.touch(this.lease)).isTrue();
		assertThat(this.lease.extension()).isPositive()
			.isLessThanOrEqualTo(Duration.ofNanos(this.arrivedAt - this.reservedAt));
	}

	@Test
	void interruptedTouchThatDidNotExtendTheLeaseReturnsFalse() {
		this.failures.set(Integer.MAX_VALUE);
		Thread.currentThread().interrupt();
		boolean touched = this.toucher.touch(this.lease);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(touched).isFalse();
		assertThat(this.lease.isLost()).isFalse();
		assertThat(this.lease.extension()).isZero();
	}

	@Test
	void aTouchThatHasNotReachedTheJobIsRepeated() {
		this.unreachable.set(2);
		assertThat(this.toucher.touch(this.lease)).isTrue();
		assertThat(this.unreachable).hasValue(-1);
		assertThat(this.lease.extension()).isPositive();
	}

	@Test
	void repeatsAreLogged() {
		this.failures.set(1);
		try (RecordedLog log = new RecordedLog(LeaseToucher.class)) {
			assertThat(this.toucher.touch(this.lease)).isTrue();
			assertThat(log.messages(Level.DEBUG)).singleElement().asString().contains("job 'a' of topic 'orders'");
		}
		assertThat(this.lease.extension()).isPositive();
	}

}
