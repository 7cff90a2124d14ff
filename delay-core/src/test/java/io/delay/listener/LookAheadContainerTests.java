/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.store.LookAhead;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A container reserves jobs before they are due, and starts each of them when it is due,
 * unless it is taken back before.
 */
@Timeout(30)
class LookAheadContainerTests {

	private static final String TOPIC = ContainerFixture.TOPIC;

	/** So long that a test can act meanwhile. */
	private static final Duration WINDOW = Duration.ofSeconds(1);

	private static final Duration DELAY = Duration.ofMillis(900);

	private final ContainerFixture fixture = new ContainerFixture().watch((options) -> options.lookAhead(this.window));

	private final WatchedJobStore store = new WatchedJobStore();

	private final Map<String, Instant> handled = new ConcurrentHashMap<>();

	private Duration window = WINDOW;

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
		this.fixture.template.submit(Job.to(TOPIC).id(id).payload(id).delay(delay).build());
	}

	private void startHolding(String id) {
		start(2);
		submit(id, DELAY);
		hold(id);
	}

	// The reserve of a ready job takes those that will be due.
	private void hold(String id) {
		this.fixture.submit("ready");
		awaitReserved(id);
		awaitHandled("ready");
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
		submit("later", DELAY.plusMillis(50));
		awaitHandled("later");
		assertThat(this.handled).doesNotContainKey(id);
	}

	private StoredJob find(String id) {
		return this.fixture.store.find(TOPIC, id).orElseThrow();
	}

	@Test
	void jobIsReservedBeforeItIsDueAndStartsWhenItIs() {
		startHolding("a");
		ReservedJob job = this.store.reserved.get("a");
		assertThat(job.startIn()).isPositive();
		assertThat(this.container.load().heldJobs()).isOne();
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		awaitHandled("a");
		assertThat(this.handled.get("a")).isAfterOrEqualTo(job.dueTime());
		assertThat(this.store.reserves("a")).isOne();
	}

	@Test
	void withoutAWindowNoJobIsReservedBeforeItIsDue() {
		this.window = Duration.ZERO;
		start(2);
		submit("a", Duration.ofMillis(100));
		awaitHandled("a");
		assertThat(this.store.reserved.get("a").startIn()).isZero();
		assertThat(this.store.windows).containsOnly(Duration.ZERO);
	}

	@Test
	void cancelledJobDoesNotStart() {
		startHolding("a");
		assertThat(this.fixture.template.cancel(TOPIC, "a")).contains(JobState.DELAYED);
		assertThat(this.container.load().heldJobs()).isZero();
		assertOnlyLaterJobsStart("a");
	}

	@Test
	void rescheduledJobStartsAtItsNewTimeOnly() {
		startHolding("a");
		assertThat(this.fixture.template.reschedule(TOPIC, "a", Duration.ofMillis(1500))).contains(JobState.DELAYED);
		Instant dueTime = find("a").dueTime();
		awaitHandled("a");
		assertThat(this.handled.get("a")).isAfterOrEqualTo(dueTime);
		assertThat(this.store.reserves("a")).isEqualTo(2);
	}

	@Test
	void replacedJobStartsOnceAndAtItsNewTime() {
		startHolding("a");
		this.fixture.template.submit(Job.to(TOPIC)
			.id("a")
			.payload("new")
			.delay(Duration.ofMillis(1500))
			.onConflict(ConflictPolicy.REPLACE)
			.build());
		Instant dueTime = find("a").dueTime();
		awaitHandled("a");
		assertThat(this.handled.get("a")).isAfterOrEqualTo(dueTime);
	}

	@Test
	void cancelThatIsReportedBeforeTheReplyToTheReserveIsHeeded() {
		this.store.beforeReply.set((job) -> {
			if (job.isAhead()) {
				this.fixture.template.cancel(TOPIC, job.lease().id());
			}
		});
		startHolding("a");
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.fixture.store.find(TOPIC, "a").isEmpty());
		this.store.beforeReply.set((job) -> {
		});
		assertOnlyLaterJobsStart("a");
	}

	@Test
	void pauseTakesHeldJobsBack() {
		startHolding("a");
		this.fixture.store.pause(TOPIC, new Operator("alice"));
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.container.load().heldJobs() == 0);
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		await().pollInterval(Duration.ofMillis(5)).until(() -> find("a").state() == JobState.READY);
		assertThat(this.handled).containsOnlyKeys("ready");
		this.fixture.store.resume(TOPIC);
		awaitHandled("a");
		assertThat(this.store.reserved.get("a").terms().attempt()).isOne();
	}

	@Test
	void stopHandsHeldJobsBackAtOnce() {
		startHolding("a");
		this.container.stop();
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		this.store.reserved.clear();
		start(1);
		awaitHandled("a");
		assertThat(this.store.reserved.get("a").terms().attempt()).isOne();
	}

	@Test
	void readyJobIsNotHeldUpByJobsThatAreHeld() {
		start(1);
		submit("held", DELAY);
		awaitHandledAgain();
		awaitReserved("held");
		awaitHandledAgain();
		assertThat(this.handled).doesNotContainKey("held");
		awaitHandled("held");
	}

	@Test
	void noMoreJobsAreHeldThanWorkersCanStart() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		this.container = this.fixture.start(this.store, ContainerFixture.settings().concurrency(2), (job, context) -> {
			this.handled.put(context.id(), Instant.now());
			end.await(20, TimeUnit.SECONDS);
		});
		this.fixture.template
			.submitAll(Stream.of("a", "b").map((id) -> Job.to(TOPIC).id(id).payload(id).delay(DELAY).build()).toList());
		this.fixture.submit("ready");
		awaitHandled("ready");
		awaitReserved("a");
		assertThat(this.container.load().heldJobs()).isEqualTo(2);
		assertThat(this.store.reserved).doesNotContainKey("b");
		end.countDown();
		awaitHandled("b");
	}

	@Test
	void withoutSynchronizationJobsAreReservedOnlyShortlyBeforeTheyAreDue() {
		this.store.canSync = false;
		start(2);
		submit("a", Duration.ofMillis(100));
		awaitHandled("a");
		assertThat(this.store.reserved.get("a").revocable()).isFalse();
		assertThat(this.store.windows).containsOnly(LookAhead.MARGIN);
	}

	@Test
	void jobWhoseSynchronizationFailsIsHandedBackAndStartsLater() {
		this.store.canSync = true;
		this.store.syncEnds = false;
		startHolding("a");
		awaitHandled("a");
		assertThat(this.store.reserves("a")).isGreaterThan(1);
		assertThat(this.store.reserved.get("a").terms().attempt()).isOne();
	}

	@Test
	void jobThatIsDueWhenTheReplyArrivesIsSynchronizedAsWell() {
		this.store.syncEnds = false;
		this.store.beforeReply.set((job) -> {
			if (job.revocable()) {
				await().pollInterval(Duration.ofMillis(5)).until(() -> Instant.now().isAfter(job.dueTime()));
			}
		});
		start(2);
		submit("a", DELAY);
		this.fixture.submit("ready");
		awaitHandled("a");
		assertThat(this.store.reserves("a")).isGreaterThan(1);
	}

	@Test
	void jobsThatAreHeldAreHandedBackWhenHintsMayBeLost() {
		startHolding("a");
		this.store.listener.recalled();
		await().pollInterval(Duration.ofMillis(5)).until(() -> this.store.reserves("a") == 2);
		awaitHandled("a");
	}

	/**
	 * Records what is reserved, and can break the synchronization.
	 */
	private final class WatchedJobStore extends DelegatingJobStore {

		private final Map<String, ReservedJob> reserved = new ConcurrentHashMap<>();

		private final List<String> reserves = new CopyOnWriteArrayList<>();

		private final List<Duration> windows = new CopyOnWriteArrayList<>();

		private final AtomicReference<Consumer<ReservedJob>> beforeReply = new AtomicReference<>((job) -> {
		});

		private volatile boolean canSync = true;

		private volatile boolean syncEnds = true;

		private volatile WakeUpListener listener;

		WatchedJobStore() {
			super(LookAheadContainerTests.this.fixture.store);
		}

		long reserves(String id) {
			return this.reserves.stream().filter(id::equals).count();
		}

		@Override
		public ReserveResult reserve(ReserveRequest request) {
			this.windows.add(request.lookAhead().window());
			ReserveResult result = super.reserve(request);
			result.jobs().forEach((job) -> {
				this.reserved.put(job.lease().id(), job);
				this.reserves.add(job.lease().id());
				this.beforeReply.get().accept(job);
			});
			return result;
		}

		@Override
		public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
			this.listener = listener;
			WakeUpSubscription subscription = super.subscribe(topic, listener);
			return new WakeUpSubscription() {

				@Override
				public boolean canSync() {
					return WatchedJobStore.this.canSync;
				}

				@Override
				public boolean sync(Runnable onDelivered) {
					return !WatchedJobStore.this.syncEnds || subscription.sync(onDelivered);
				}

				@Override
				public void close() {
					subscription.close();
				}

			};
		}

	}

}
