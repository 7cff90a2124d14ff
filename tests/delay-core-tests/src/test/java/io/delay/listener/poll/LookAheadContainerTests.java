// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.listener.ContainerFixture;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.store.Lease;
import io.delay.store.LookAhead;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.Operator;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A container reserves jobs before they are due, and starts each of them when it is due,
 * unless it is taken back before.
 */
@Timeout(60)
class LookAheadContainerTests {

	private static final String TOPIC = ContainerFixture.TOPIC;

	private static final Duration WINDOW = Duration.ofSeconds(1);

	private static final Duration SHORTEST = Duration.ofMillis(300);

	private final ContainerFixture fixture = new ContainerFixture()
		.watch((options) -> options.withLookAhead(this.window));

	private final WatchedJobStore store = new WatchedJobStore();

	private final Map<String, Instant> handled = new ConcurrentHashMap<>();

	private Duration window = WINDOW;

	/** Within which a test has to act. */
	private Duration delay = SHORTEST;

	private DelayListenerContainer container;

	@AfterEach
	void stopContainers() {
		this.fixture.close();
	}

	private void start(int concurrency) {
		this.container = this.fixture.start(this.store, ContainerFixture.settings().concurrency(concurrency),
				(job, context) -> this.handled.put(context.id(), Instant.now()));
	}

	private void submit(String id, Duration delay) {
		this.fixture.template.submit(job(id, delay));
	}

	private static Job job(String id, Duration delay) {
		return Job.to(TOPIC).id(id).payload(id).delay(delay).build();
	}

	/**
	 * Repeat a scenario, with more time, that the machine was too slow for, so that a job
	 * was due before the test had done its part.
	 * @param scenario returns whether it was in time, and fails only if it was
	 */
	private void untilInTime(BooleanSupplier scenario) {
		for (int attempt = 1; !scenario.getAsBoolean(); attempt++) {
			assertThat(attempt).as("Attempts that were too slow").isLessThan(10);
			this.delay = (attempt == 1) ? SHORTEST.multipliedBy(2) : SHORTEST.multipliedBy(3);
			this.container.stop();
			this.fixture.store.clear();
			this.store.forget();
			this.handled.clear();
		}
	}

	/**
	 * Start a container and have it hold a job.
	 * @return whether it holds it and nothing else
	 */
	private boolean startHolding(String id) {
		start(2);
		// The reserve of the ready job takes the other one, too
		this.fixture.template.submitAll(List.of(job(id, this.delay), job("ready", Duration.ZERO)));
		awaitReserved(id);
		awaitHandled("ready");
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.container.load().heldJobs() == 1 || isDue(id));
		return !isDue(id);
	}

	// Whether it can be too late to take a job back.
	private boolean isDue(String id) {
		ReservedJob job = this.store.first(id);
		return !job.isAhead() || !Instant.now().isBefore(job.dueTime().minus(LookAhead.MARGIN));
	}

	// Whether a job was reserved so many times. False if it was so more often because no
	// thread has started it within 50 ms, so that it was handed back.
	private boolean isReserved(String id, int times, Instant dueTime) {
		if (this.store.reserves(id) > times && this.handled.get(id).isAfter(dueTime.plusMillis(40))) {
			return false;
		}
		assertThat(this.store.reserves(id)).isEqualTo(times);
		return true;
	}

	private void awaitReserved(String id) {
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.store.reserved.containsKey(id));
	}

	private void awaitHandled(String id) {
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.handled.containsKey(id));
	}

	private void awaitHandledAgain() {
		this.handled.remove("ready");
		this.fixture.submit("ready");
		awaitHandled("ready");
	}

	// A job that is due later than the one that was taken back shows that this one does
	// not start.
	private void assertOnlyLaterJobsStart(String id) {
		submit("later", this.delay.plusMillis(50));
		awaitHandled("later");
		assertThat(this.handled).doesNotContainKey(id);
	}

	private StoredJob find(String id) {
		return this.fixture.store.find(TOPIC, id).orElseThrow();
	}

	@Test
	void jobIsReservedBeforeItIsDueAndStartsOnTime() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			int heldJobs = this.container.load().heldJobs();
			Optional<StoredJob> stored = this.fixture.store.find(TOPIC, "a");
			if (!held || isDue("a")) {
				return false;
			}
			assertThat(heldJobs).isOne();
			assertThat(stored).map(StoredJob::state).contains(JobState.DELAYED);
			awaitHandled("a");
			Instant dueTime = this.store.first("a").dueTime();
			assertThat(this.handled.get("a")).isAfterOrEqualTo(dueTime);
			return isReserved("a", 1, dueTime);
		});
	}

	@Test
	void noJobIsReservedBeforeItIsDueWithoutAWindow() {
		this.window = Duration.ZERO;
		start(2);
		submit("a", Duration.ofMillis(100));
		awaitHandled("a");
		assertThat(this.store.reserved.get("a").startIn()).isZero();
		assertThat(this.store.windows).containsOnly(Duration.ZERO);
	}

	@Test
	void cancelledJobDoesNotStart() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			Optional<JobState> cancelled = this.fixture.template.cancel(TOPIC, "a");
			if (!held || isDue("a")) {
				return false;
			}
			assertThat(cancelled).contains(JobState.DELAYED);
			assertOnlyLaterJobsStart("a");
			assertThat(this.store.reserves("a")).isOne();
			await().until(() -> this.container.load().heldJobs() == 0);
			return true;
		});
	}

	@Test
	void rescheduledJobStartsAtItsNewTimeOnly() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			Instant dueTime = Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(this.delay.plusMillis(200));
			Optional<JobState> rescheduled = this.fixture.template.reschedule(TOPIC, "a", dueTime);
			if (!held || isDue("a")) {
				return false;
			}
			assertThat(rescheduled).contains(JobState.DELAYED);
			awaitHandled("a");
			assertThat(this.handled.get("a")).isAfterOrEqualTo(dueTime);
			return isReserved("a", 2, dueTime);
		});
	}

	@Test
	void replacedJobStartsOnceAndAtItsNewTime() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			SubmitResult replaced = this.fixture.template.submit(Job.to(TOPIC)
				.id("a")
				.payload("new")
				.delay(this.delay.plusMillis(200))
				.onConflict(ConflictPolicy.REPLACE)
				.build());
			if (!held || isDue("a")) {
				return false;
			}
			assertThat(replaced.found()).isEqualTo(JobState.DELAYED);
			awaitHandled("a");
			assertThat(this.handled.get("a")).isAfterOrEqualTo(replaced.dueTime());
			return true;
		});
	}

	@Test
	void cancelBeforeTheReplyToTheReserveApplies() {
		untilInTime(() -> {
			AtomicBoolean inTime = new AtomicBoolean();
			this.store.beforeReply.set((job) -> {
				if (job.isAhead()) {
					this.fixture.template.cancel(TOPIC, job.lease().id());
					inTime.set(!isDue(job.lease().id()));
				}
			});
			start(2);
			this.fixture.template.submitAll(List.of(job("a", this.delay), job("ready", Duration.ZERO)));
			awaitReserved("a");
			awaitHandled("ready");
			await().pollInterval(Duration.ofMillis(5))
				.until(() -> this.fixture.store.find(TOPIC, "a").isEmpty() || isDue("a"));
			this.store.beforeReply.set((job) -> {
			});
			if (!inTime.get()) {
				return false;
			}
			assertOnlyLaterJobsStart("a");
			return true;
		});
	}

	@Test
	void pauseDoesNotAffectHeldJobs() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			this.fixture.store.pause(TOPIC, new Operator("alice"));
			if (!held || isDue("a")) {
				return false;
			}
			awaitHandled("a");
			this.fixture.store.resume(TOPIC);
			return isReserved("a", 1, this.store.first("a").dueTime());
		});
	}

	@Test
	void stopHandsHeldJobsBackAtOnce() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			this.container.stop();
			Optional<StoredJob> stored = this.fixture.store.find(TOPIC, "a");
			if (!held || isDue("a")) {
				return false;
			}
			assertThat(stored).map(StoredJob::state).contains(JobState.DELAYED);
			this.store.forget();
			start(1);
			awaitHandled("a");
			assertThat(this.store.reserved.get("a").terms().attempt()).isOne();
			return true;
		});
	}

	@Test
	void readyJobIsNotDelayedByHeldJobs() {
		untilInTime(() -> {
			start(1);
			submit("held", this.delay);
			awaitHandledAgain();
			awaitReserved("held");
			awaitHandledAgain();
			boolean begun = this.handled.containsKey("held");
			if (isDue("held")) {
				return false;
			}
			assertThat(begun).isFalse();
			awaitHandled("held");
			return true;
		});
	}

	@Test
	void noMoreJobsAreHeldThanWorkersCanStart() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		this.container = this.fixture.start(this.store, ContainerFixture.settings().concurrency(2), (job, context) -> {
			this.handled.put(context.id(), Instant.now());
			end.await(20, TimeUnit.SECONDS);
		});
		// Together, so that the ready job takes a worker whether the others are due or
		// not
		this.fixture.template
			.submitAll(List.of(job("a", this.delay), job("b", this.delay), job("ready", Duration.ZERO)));
		awaitHandled("ready");
		awaitReserved("a");
		assertThat(this.container.load().heldJobs()).isEqualTo(2);
		assertThat(this.store.reserved).doesNotContainKey("b");
		end.countDown();
		awaitHandled("b");
	}

	@Test
	void jobsOfAStoreThatCannotCheckLeasesAreReservedShortlyBeforeTheyAreDue() {
		this.store.longest = LookAhead.MARGIN;
		start(2);
		submit("a", Duration.ofMillis(100));
		awaitHandled("a");
		assertThat(this.store.reserved.get("a").revocable()).isFalse();
		assertThat(this.store.windows).containsOnly(LookAhead.MARGIN);
		assertThat(this.store.checks).isEmpty();
	}

	@Test
	void jobWhoseLeaseCannotBeCheckedIsHandedBackAndStartsLater() {
		this.store.storeUnreachable = true;
		assertThatJobIsHandedBackAndStartsLater();
	}

	@Test
	void jobWhosePartitionIsUnreachableIsHandedBackAndStartsLater() {
		this.store.unreachable = true;
		assertThatJobIsHandedBackAndStartsLater();
	}

	private void assertThatJobIsHandedBackAndStartsLater() {
		untilInTime(() -> {
			startHolding("a");
			awaitHandled("a");
			if (!this.store.first("a").revocable()) {
				return false;
			}
			assertThat(this.store.reserves("a")).isGreaterThan(1);
			assertThat(this.store.reserved.get("a").terms().attempt()).isOne();
			return true;
		});
	}

	@Test
	void leaseIsCheckedOnceAndNotBeforeItsJobIsReservedPermanently() {
		untilInTime(() -> {
			boolean held = startHolding("a");
			awaitHandled("a");
			if (!held || !isReserved("a", 1, this.store.first("a").dueTime())) {
				return false;
			}
			assertThat(this.store.checks).singleElement()
				.satisfies((at) -> assertThat(at)
					.isAfterOrEqualTo(this.store.first("a").dueTime().minus(LookAhead.MARGIN)));
			return true;
		});
	}

	@Test
	void jobThatIsDueWhenTheReplyArrivesIsCheckedAsWell() {
		this.store.beforeReply.set((job) -> {
			if (job.revocable()) {
				this.fixture.template.cancel(TOPIC, job.lease().id());
				await().pollInterval(Duration.ofMillis(5)).until(() -> Instant.now().isAfter(job.dueTime()));
			}
		});
		untilInTime(() -> {
			start(2);
			submit("a", this.delay);
			this.fixture.submit("ready");
			awaitHandled("ready");
			awaitReserved("a");
			if (!this.store.first("a").revocable()) {
				return false;
			}
			awaitHandledAgain();
			await().until(() -> this.container.load().heldJobs() == 0);
			assertThat(this.handled).doesNotContainKey("a");
			return true;
		});
	}

	/**
	 * Records what is reserved and checked, and can be unable to check.
	 */
	private final class WatchedJobStore extends ForwardingJobStore {

		/** The last time. */
		private final Map<String, ReservedJob> reserved = new ConcurrentHashMap<>();

		private final Map<String, ReservedJob> reservedFirst = new ConcurrentHashMap<>();

		private final List<String> reserves = new CopyOnWriteArrayList<>();

		private final List<Duration> windows = new CopyOnWriteArrayList<>();

		private final AtomicReference<Consumer<ReservedJob>> beforeReply = new AtomicReference<>((job) -> {
		});

		/** When each lease was checked, as far as the local clock knows. */
		private final List<Instant> checks = new CopyOnWriteArrayList<>();

		private volatile Duration longest = LookAhead.MAX_WINDOW;

		private volatile boolean storeUnreachable;

		/** As for a partition whose server is away. */
		private volatile boolean unreachable;

		WatchedJobStore() {
			super(LookAheadContainerTests.this.fixture.store);
		}

		ReservedJob first(String id) {
			return this.reservedFirst.get(id);
		}

		void forget() {
			this.reserved.clear();
			this.reservedFirst.clear();
			this.reserves.clear();
			this.checks.clear();
		}

		long reserves(String id) {
			return this.reserves.stream().filter(id::equals).count();
		}

		@Override
		public ReserveResult reserve(ReserveRequest request) {
			this.windows.add(request.lookAhead().window());
			ReserveResult result = super.reserve(request);
			result.jobs().forEach((job) -> {
				this.reserves.add(job.lease().id());
				this.reservedFirst.putIfAbsent(job.lease().id(), job);
				this.reserved.put(job.lease().id(), job);
				this.beforeReply.get().accept(job);
			});
			return result;
		}

		@Override
		public Duration longestLookAhead() {
			return this.longest;
		}

		@Override
		public List<SettleResult> check(List<Lease> leases) {
			if (this.storeUnreachable) {
				throw new DataAccessResourceFailureException("away");
			}
			leases.forEach((lease) -> this.checks.add(Instant.now()));
			return this.unreachable ? leases.stream().map((lease) -> SettleResult.UNREACHABLE).toList()
					: super.check(leases);
		}

	}

}
