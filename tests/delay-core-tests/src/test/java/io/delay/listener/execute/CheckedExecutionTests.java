// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.listener.ContainerFixture;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(20)
class CheckedExecutionTests {

	private static final Duration LONG = Duration.ofHours(1);

	private static final Duration LIMIT = Duration.ofSeconds(10);

	/** The jobs whose touch has arrived, and those whose handler has begun. */
	private final List<String> events = Collections.synchronizedList(new ArrayList<>());

	private final Set<String> interrupted = ConcurrentHashMap.newKeySet();

	private final CountDownLatch answer = new CountDownLatch(1);

	private final List<Thread> workers = new ArrayList<>();

	private volatile Consumer<String> onTouch = (id) -> {
	};

	private volatile Consumer<String> onBegin = (id) -> {
	};

	private final LeaseToucher toucher = new LeaseToucher(new ForwardingJobStore(new MemoryJobStore()) {

		@Override
		public List<SettleResult> touch(List<Touch> touches) {
			String id = touches.get(0).lease().id();
			CheckedExecutionTests.this.events.add("touch " + id);
			CheckedExecutionTests.this.onTouch.accept(id);
			return List.of(SettleResult.DONE);
		}

	}, ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures());

	private final CheckedExecution execution = new CheckedExecution((job, interrupted) -> {
		this.events.add("begin " + job.lease().lease().id());
		this.onBegin.accept(job.lease().lease().id());
		return new HandlingResult(new Settlement.Ack(job.lease().lease()), null);
	}, this.toucher);

	@AfterEach
	void endWorkers() throws Exception {
		this.answer.countDown();
		for (Thread worker : this.workers) {
			worker.join(LIMIT.toMillis());
			assertThat(worker.isAlive()).isFalse();
		}
	}

	@Test
	void firstStartsAreReportedAtTheSameTime() {
		CyclicBarrier together = new CyclicBarrier(2);
		this.onTouch = (id) -> {
			try {
				together.await(10, TimeUnit.SECONDS);
			}
			catch (InterruptedException | BrokenBarrierException | TimeoutException ex) {
				throw new IllegalStateException(ex);
			}
		};
		CompletableFuture<HandlingResult> first = execute("a", LONG, Redelivery.NONE, 1);
		CompletableFuture<HandlingResult> second = execute("b", LONG, Redelivery.NONE, 1);
		assertThat(settlement(first)).isInstanceOf(Settlement.Ack.class);
		assertThat(settlement(second)).isInstanceOf(Settlement.Ack.class);
	}

	@Test
	void startOfRedeliveredJobIsReportedBeforeItsHandlerBegins() {
		assertThat(settlement(execute("a", LONG, Redelivery.REPEATED, 5))).isInstanceOf(Settlement.Ack.class);
		assertThat(this.events).containsExactly("touch a", "begin a");
	}

	@Test
	void jobWhoseStartIsNotConfirmedUntilItsLeaseEndsIsHandedBack() {
		this.onTouch = (id) -> {
			throw new DataAccessResourceFailureException("unreachable");
		};
		assertThat(settlement(execute("a", Duration.ofMillis(50), Redelivery.REPEATED, 5)))
			.isInstanceOf(Settlement.HandBack.class);
		assertThat(this.events).doesNotContain("begin a");
		assertThat(this.interrupted).containsExactly("a");
	}

	@Test
	void startThatTheStoreCannotConfirmDoesNotDelayOthers() {
		AtomicReference<Boolean> reachable = new AtomicReference<>(false);
		this.onTouch = (id) -> {
			if (id.equals("a") && !reachable.get()) {
				throw new DataAccessResourceFailureException("unreachable");
			}
		};
		CompletableFuture<HandlingResult> first = execute("a", LONG, Redelivery.REPEATED, 5);
		await().until(() -> this.events.contains("touch a"));
		CompletableFuture<HandlingResult> second = execute("b", LONG, Redelivery.REPEATED, 5);
		assertThat(settlement(second)).isInstanceOf(Settlement.Ack.class);
		assertThat(first).isNotDone();
		reachable.set(true);
		assertThat(settlement(first)).isInstanceOf(Settlement.Ack.class);
	}

	private static Settlement settlement(CompletableFuture<HandlingResult> decision) {
		assertThat(decision).succeedsWithin(LIMIT);
		return decision.join().settlement();
	}

	private void awaitAnswer() {
		try {
			assertThat(this.answer.await(15, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private HeldJob job(String id, Duration ttr, Redelivery redelivery, int maxAttempts) {
		Lease lease = new Lease("orders", id, "token");
		LeaseTerms terms = new LeaseTerms(1, maxAttempts, ttr, Instant.EPOCH, redelivery);
		return ContainerFixture.held(
				new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease, terms, System.nanoTime()));
	}

	private CompletableFuture<HandlingResult> execute(String id, Duration ttr, Redelivery redelivery, int maxAttempts) {
		HeldJob job = job(id, ttr, redelivery, maxAttempts);
		CompletableFuture<HandlingResult> result = new CompletableFuture<>();
		Thread worker = new Thread(() -> {
			try {
				result.complete((HandlingResult) this.execution.execute(job, () -> this.interrupted.add(id)));
			}
			catch (RuntimeException | Error ex) {
				result.completeExceptionally(ex);
			}
		});
		this.workers.add(worker);
		worker.setDaemon(true);
		worker.start();
		return result;
	}

}
