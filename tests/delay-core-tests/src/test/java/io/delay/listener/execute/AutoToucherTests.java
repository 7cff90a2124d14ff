// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.delivery.HandlerScope;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.AutoToucher.AutoTouch;
import io.delay.listener.lease.HeldLease;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.SettleResult;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * When and by how much leases of running handlers are extended.
 */
@Timeout(30)
class AutoToucherTests {

	private static final Duration TTR = Duration.ofHours(1);

	private final BlockingQueue<List<Touch>> touches = new LinkedBlockingQueue<>();

	private final BlockingQueue<HeldLease> lost = new LinkedBlockingQueue<>();

	private volatile Function<Touch, SettleResult> answer = (touch) -> SettleResult.DONE;

	private final ForwardingJobStore store = new ForwardingJobStore(new MemoryJobStore()) {

		@Override
		public List<SettleResult> touch(List<Touch> sent) {
			AutoToucherTests.this.touches.add(sent);
			return new ArrayList<>(sent.stream().map(AutoToucherTests.this.answer).toList());
		}

	};

	private final AutoToucher toucher = toucher(Duration.ofHours(2));

	private AutoToucher toucher(Duration maxRunTime) {
		return new AutoToucher(ContainerFixture.endpoint(), this.store,
				new LeaseToucher(this.store, this.lost::add, ContainerFixture.failures()), maxRunTime,
				ContainerFixture.failures(), (failure) -> {
				});
	}

	@BeforeEach
	void start() {
		this.toucher.thread().start(null);
	}

	@AfterEach
	void end() throws InterruptedException {
		this.toucher.close(Duration.ofSeconds(10));
		assertThat(this.toucher.thread().isAlive()).isFalse();
	}

	private static HeldLease lease(String id, Duration held) {
		return new HeldLease(new Lease("orders", id, "token"), new LeaseTerms(1, 5, TTR, Instant.EPOCH),
				System.nanoTime() - held.toNanos());
	}

	private AutoTouch add(HeldLease lease) {
		AutoTouch touch = new AutoTouch(lease, Duration.ofHours(2));
		this.toucher.add(touch);
		return touch;
	}

	private List<Touch> next() throws InterruptedException {
		return this.touches.poll(10, TimeUnit.SECONDS);
	}

	private static Duration left(HeldLease lease) {
		return Duration.ofNanos(lease.end() - System.nanoTime());
	}

	@Test
	void leaseOfWhichHalfHasPassedIsExtendedByItsTtr() throws Exception {
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		add(lease);
		assertThat(next()).containsExactly(new Touch(lease.lease(), TTR));
		await().until(() -> left(lease).compareTo(Duration.ofMinutes(59)) > 0);
		assertThat(lease.touches()).isOne();
	}

	@Test
	void leaseOfWhichHalfIsLeftIsNotExtended() throws Exception {
		add(lease("fresh", Duration.ofMinutes(29)));
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		add(lease);
		assertThat(next()).extracting((touch) -> touch.lease().id()).containsExactly("a");
	}

	@Test
	void leaseThatIsDueBeforeAllOthersIsExtendedInTime() throws Exception {
		HeldLease first = lease("first", Duration.ofMinutes(31));
		add(first);
		assertThat(next()).hasSize(1);
		await().until(() -> first.touches() == 1 && stateOfToucher() == Thread.State.TIMED_WAITING);
		add(lease("a", Duration.ofMinutes(31)));
		assertThat(next()).extracting((touch) -> touch.lease().id()).containsExactly("a");
	}

	private static Thread.State stateOfToucher() {
		String name = "delay-toucher-" + ContainerFixture.endpoint().id();
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(name))
			.map(Thread::getState)
			.findFirst()
			.orElseThrow();
	}

	@Test
	void leaseIsNotExtendedBeyondTheLongestRun() {
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		AutoTouch touch = new AutoTouch(lease, Duration.ofMinutes(40));
		assertThat(touch.untilDue()).isNotPositive();
		long now = System.nanoTime();
		Duration extension = touch.touch(now).ttr();
		assertThat(extension).isBetween(Duration.ofMinutes(39), Duration.ofMinutes(40));
		lease.extend(now, extension);
		assertThat(left(lease)).isLessThanOrEqualTo(Duration.ofMinutes(40));
		assertThat(touch.untilDue()).isEqualTo(AutoTouch.NEVER);
	}

	@Test
	void leaseOfAJobThatItsHandlerHasEndedIsNotExtendedUnlessTheEndIsRolledBack() {
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		AutoTouch touch = new AutoTouch(lease, Duration.ofHours(2));
		lease.scope().call(() -> {
			HandlerScope.ended("orders", "a", HandlerScope.End.REPLACED, false);
			return true;
		});
		assertThat(touch.untilDue()).isPositive();
		lease.rolledBack();
		assertThat(touch.untilDue()).isNotPositive();
	}

	@Test
	void leaseIsExtendedAfterARollbackOfItsEndByTheHandler() throws Exception {
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		lease.scope().call(() -> {
			HandlerScope.ended("orders", "a", HandlerScope.End.CANCELLED, false);
			return true;
		});
		add(lease);
		assertThat(this.touches.poll(1, TimeUnit.SECONDS)).isNull();
		lease.rolledBack();
		assertThat(next()).hasSize(1);
	}

	@Test
	void leaseThatEndsAfterTheLongestRunIsNotExtended() {
		AutoTouch touch = new AutoTouch(lease("a", Duration.ofMinutes(31)), Duration.ofMinutes(10));
		assertThat(touch.untilDue()).isEqualTo(AutoTouch.NEVER);
	}

	@Test
	void touchWithoutAReplyIsRepeated() throws Exception {
		this.answer = (touch) -> {
			throw new DataAccessResourceFailureException("away");
		};
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		add(lease);
		assertThat(next()).hasSize(1);
		this.answer = (touch) -> SettleResult.UNREACHABLE;
		assertThat(next()).hasSize(1);
		this.answer = (touch) -> SettleResult.DONE;
		await().until(() -> lease.touches() == 1);
		assertThat(lease.isLost()).isFalse();
		assertThat(this.lost).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("unknownResults")
	void touchWithoutAReplyIsRepeatedAfterAPause(Supplier<SettleResult> result) throws Exception {
		BlockingQueue<Long> sent = new LinkedBlockingQueue<>();
		this.answer = (touch) -> {
			sent.add(System.nanoTime());
			return result.get();
		};
		add(lease("a", Duration.ofMinutes(31)));
		Long first = sent.poll(10, TimeUnit.SECONDS);
		Long second = sent.poll(10, TimeUnit.SECONDS);
		assertThat(Duration.ofNanos(second - first)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
	}

	static List<Supplier<SettleResult>> unknownResults() {
		return List.of(() -> SettleResult.UNREACHABLE, () -> {
			throw new DataAccessResourceFailureException("unreachable");
		}, () -> {
			throw new IllegalStateException("unexpected");
		});
	}

	@Test
	void refusedTouchMeansThatTheLeaseIsLost() throws Exception {
		this.answer = (touch) -> SettleResult.LEASE_LOST;
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		add(lease);
		assertThat(this.lost.poll(10, TimeUnit.SECONDS)).isSameAs(lease);
		assertThat(lease.isLost()).isTrue();
	}

	@Test
	void refusedTouchIsIgnoredOnceTheHandlerHasEnded() throws Exception {
		HeldLease lease = lease("a", Duration.ofMinutes(31));
		AutoTouch touch = new AutoTouch(lease, Duration.ofHours(2));
		this.answer = (sent) -> {
			this.toucher.remove(touch);
			return SettleResult.LEASE_LOST;
		};
		this.toucher.add(touch);
		assertThat(next()).hasSize(1);
		this.answer = (sent) -> SettleResult.DONE;
		HeldLease other = lease("b", Duration.ofMinutes(31));
		add(other);
		await().until(() -> other.touches() == 1);
		assertThat(lease.isLost()).isFalse();
		assertThat(this.lost).isEmpty();
	}

	@Test
	void leasesThatAreDueAreExtendedInOneCall() throws Exception {
		HeldLease first = lease("a", Duration.ofMinutes(31));
		HeldLease second = lease("b", Duration.ofMinutes(31));
		this.answer = (touch) -> {
			if (touch.lease().id().equals("first")) {
				add(first);
				add(second);
			}
			return SettleResult.DONE;
		};
		add(lease("first", Duration.ofMinutes(31)));
		assertThat(next()).hasSize(1);
		assertThat(next()).extracting((touch) -> touch.lease().id()).containsExactlyInAnyOrder("a", "b");
	}

}
