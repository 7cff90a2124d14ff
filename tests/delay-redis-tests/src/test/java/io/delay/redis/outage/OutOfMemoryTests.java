// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisCallback;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisSpace;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.ActiveConsumer;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.Operator;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * A Redis over its maxmemory takes no new jobs, and everything else goes on.
 */
class OutOfMemoryTests {

	private static final String TOPIC = "orders";

	private static final String PAYLOAD = "x".repeat(10_000);

	private final EmbeddedRedis redis = EmbeddedRedis.start("maxmemory-policy noeviction");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Instance instance = instance("before");

	private Instance instance(String name) {
		return Instance.named(name).on(this.redis.port(), this.space.namespace());
	}

	@AfterEach
	void close() {
		this.instance.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void submitIsRefusedWithAdviceAndStoresNothing() {
		submit(20);
		maxMemory("1");
		Map<String, Map<String, String>> before = this.space.contents(TOPIC);
		List<Job> jobs = IntStream.range(20, 25).mapToObj(OutOfMemoryTests::job).toList();
		assertRefused(catchThrowable(() -> this.instance.template().submit(jobs.get(0))));
		assertRefused(catchThrowable(() -> this.instance.template().submitAll(jobs)));
		assertThat(this.space.contents(TOPIC)).isEqualTo(before);
	}

	@Test
	void submitToANewTopicIsRefusedWithAdviceAndStoresNothing() {
		submit(1);
		maxMemory("1");
		assertRefused(catchThrowable(() -> this.instance.template().submit("new-topic", "payload", Duration.ZERO)));
		assertThat(this.space.contents("new-topic")).isEmpty();
	}

	@Test
	void consumersAreListedOnAFullServer() {
		submit(1);
		maxMemory("1");
		ConsumerRegistration consumer = new ConsumerRegistration(TOPIC, "host/1",
				new ConsumerOrigin("shop", "host", "closer"),
				new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(30), 3)));
		reserve(1);
		this.instance.store().announce(consumer);
		RedisJobStoreInspector inspector = new RedisJobStoreInspector(this.space.connections(), this.space.options());
		await().atMost(Duration.ofSeconds(5))
			.untilAsserted(() -> assertThat(inspector.consumers(TOPIC)).extracting(ActiveConsumer::consumer)
				.containsExactly(consumer));
	}

	@Test
	void unopenedPartitionIsOpenedAndDrainedOnAFullServer() {
		submit(10);
		this.space.template().opsForHash().delete(this.space.key(TOPIC, "meta"), "layout");
		maxMemory("1");
		assertThat(reserve(10)).hasSize(10);
	}

	@Test
	void transitionsOtherThanSubmitSucceedOnAFullServer() {
		submit(10);
		submitLater("later");
		submitLater("never");
		maxMemory("1");
		Map<String, Lease> leases = reserve(10);
		FailureReason reason = new FailureReason("boom", "host-a");
		assertThat(this.instance.template().touch(leases.get("order-0"), Duration.ofMinutes(5)))
			.isEqualTo(SettleResult.DONE);
		assertThat(
				this.instance.store()
					.settle(List.of(new Settlement.Ack(leases.get("order-0")),
							new Settlement.Release(leases.get("order-1"), Duration.ofHours(1)),
							new Settlement.Fail(leases.get("order-2"), reason, Duration.ofHours(1)),
							new Settlement.Bury(leases.get("order-3"), reason), new Settlement.Resubmit(
									leases.get("order-5"), JobRecord.of(new byte[1000]), Duration.ofHours(1)))))
			.containsOnly(SettleResult.DONE);
		assertThat(this.instance.template().cancel(TOPIC, "never")).contains(JobState.DELAYED);
		assertThat(this.instance.template().reschedule(TOPIC, "later", Duration.ZERO)).contains(JobState.DELAYED);
		assertThat(state("order-0")).isEmpty();
		assertThat(state("order-1")).contains(JobState.DELAYED);
		assertThat(state("order-2")).contains(JobState.DELAYED);
		assertThat(state("order-3")).contains(JobState.FAILED);
		assertThat(state("order-5")).contains(JobState.DELAYED);
		assertThat(state("never")).isEmpty();
		assertThat(state("later")).contains(JobState.READY);
		assertThat(this.instance.store().handBack(TOPIC, leases.get("order-4").token())).isEqualTo(5);
	}

	@Test
	void jobsOfTopicWithHistoryAreAcknowledgedAndTheirRunsAreKept() {
		submit(200);
		RedisJobStoreOptions options = this.space.options()
			.withHistory(new HistorySettings(new HistoryLimits(100, null, true), Map.of()));
		try (RedisJobStore store = new RedisJobStore(this.space.connections(), options)) {
			maxMemory("1");
			for (int jobs = 0; jobs < 200;) {
				Map<String, Lease> leases = reserve(200);
				List<Settlement> acks = leases.values()
					.stream()
					.map(Settlement.Ack::new)
					.map(Settlement.class::cast)
					.toList();
				assertThat(store.settle(acks)).hasSize(acks.size()).containsOnly(SettleResult.DONE);
				assertThat(store.settle(acks)).containsOnly(SettleResult.LEASE_LOST);
				jobs += acks.size();
				assertThat(leases).isNotEmpty();
			}
		}
		Map<String, Map<String, String>> contents = this.space.contents(TOPIC);
		assertThat(contents).doesNotContainKeys("jobs", "waiting", "reserved", "leases", "failures");
		assertThat(contents.get("runs")).hasSizeBetween(100, 200);
	}

	@Test
	void administrationSucceedsOnAFullServer() {
		RedisJobStoreAdministrator administrator = new RedisJobStoreAdministrator(this.space.connections(),
				this.space.options());
		FailureReason reason = new FailureReason("boom", "host-a");
		for (JobPriority priority : JobPriority.values()) {
			IntStream.range(0, 6)
				.forEach((i) -> this.instance.template()
					.submit(Job.to(TOPIC).id(priority + "-" + i).payload(PAYLOAD).priority(priority).build()));
		}
		maxMemory("1");
		assertThat(administrator.bury(TOPIC, idsOf(3), reason)).containsOnly(Optional.of(JobState.READY));
		assertThat(administrator.kick(TOPIC, idsOf(1), DueTime.after(Duration.ZERO)))
			.containsOnly(Optional.of(JobState.FAILED));
		assertThat(administrator.kickOldest(TOPIC, 3, DueTime.after(Duration.ofHours(1)))).isEqualTo(3);
		assertThat(administrator.dropFailed(TOPIC, new FailedRetention(null, 1), 10)).isEqualTo(2);
		assertThat(administrator.pause(TOPIC, new Operator("alice"))).isTrue();
		assertThat(reserve(10)).isEmpty();
		assertThat(administrator.resume(TOPIC)).isTrue();
		assertThat(reserve(3)).hasSize(3);
		assertThat(reserve(100)).hasSize(9);
		Map<String, Map<String, String>> before = this.space.contents(TOPIC);
		assertThat(administrator.purgeAtOnce(TOPIC, Set.of(JobState.DELAYED))).isZero();
		assertThat(this.space.contents(TOPIC)).isEqualTo(before);
		assertThat(administrator.purge(TOPIC, JobState.RESERVED, 100)).isEqualTo(12);
		assertThat(administrator.purge(TOPIC, JobState.DELAYED, 100)).isEqualTo(3);
		assertThat(administrator.purge(TOPIC, JobState.FAILED, 100)).isEqualTo(1);
	}

	private static List<String> idsOf(int count) {
		return Arrays.stream(JobPriority.values())
			.flatMap((priority) -> IntStream.range(0, count).mapToObj((i) -> priority + "-" + i))
			.toList();
	}

	@Test
	void firstUseOfAPriorityIsRefusedOnAFullServer() {
		submit(1);
		maxMemory("1");
		Map<String, Map<String, String>> before = this.space.contents(TOPIC);
		assertRefused(catchThrowable(() -> this.instance.template()
			.submit(Job.to(TOPIC)
				.id("order-0")
				.payload("other")
				.priority(JobPriority.HIGH)
				.onConflict(ConflictPolicy.REPLACE)
				.build())));
		assertThat(this.space.contents(TOPIC)).isEqualTo(before);
	}

	@Test
	void instanceThatStartsOnAFullServerDrainsTheBacklog() {
		submit(50);
		submitLater("later");
		HandledJobs handled = new HandledJobs();
		try (Instance fresh = instance("fresh")) {
			maxMemory("1");
			fresh.listen(TOPIC, ListenerSettings.builder().concurrency(4), handled.handler("fresh"));
			await().atMost(Duration.ofSeconds(5)).until(() -> handled.ids().size() == 50);
			assertThat(fresh.template().reschedule(TOPIC, "later", Duration.ofMillis(100))).contains(JobState.DELAYED);
			await().atMost(Duration.ofSeconds(5)).until(() -> handled.ids().contains("later"));
			await().atMost(Duration.ofSeconds(5))
				.until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		}
		assertThat(handled.calls()).hasSize(51);
	}

	@Test
	void submitsAreAcceptedAgainOnceTheBacklogHasDrained() {
		maxMemory("3mb");
		List<String> stored = new ArrayList<>();
		Throwable refused = null;
		for (int i = 0; refused == null && i < 1000; i++) {
			Job job = job(i);
			refused = catchThrowable(() -> stored.add(this.instance.template().submit(job).id()));
		}
		assertRefused(refused);
		HandledJobs handled = new HandledJobs();
		this.instance.listen(TOPIC, ListenerSettings.builder(), handled.handler("before"));
		await().atMost(Duration.ofSeconds(5)).until(() -> handled.ids().size() == stored.size());
		await().atMost(Duration.ofSeconds(5))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> this.instance.template().submit(TOPIC, "payload", Duration.ZERO) != null);
		assertThat(handled.ids()).containsAll(stored);
	}

	private static void assertRefused(Throwable failure) {
		assertThat(failure).isInstanceOf(DataAccessException.class)
			.isNotInstanceOf(OutcomeUnknownException.class)
			.hasMessageContaining("Redis is out of memory")
			.hasMessageContaining("Raise its maxmemory");
	}

	private void maxMemory(String size) {
		RedisCallback<Void> set = (connection) -> {
			connection.serverCommands().setConfig("maxmemory", size);
			return null;
		};
		this.space.template().execute(set);
	}

	private void submit(int count) {
		this.instance.template().submitAll(IntStream.range(0, count).mapToObj(OutOfMemoryTests::job).toList());
	}

	private static Job job(int number) {
		return Job.to(TOPIC).id("order-" + number).payload(PAYLOAD).build();
	}

	private void submitLater(String id) {
		this.instance.template().submit(Job.to(TOPIC).id(id).delay(Duration.ofHours(1)).build());
	}

	private Map<String, Lease> reserve(int limit) {
		Map<String, Lease> leases = new HashMap<>();
		for (ReservedJob job : this.instance.template().reserve(TOPIC, limit)) {
			leases.put(job.lease().id(), job.lease());
		}
		return leases;
	}

	private Optional<JobState> state(String id) {
		return this.instance.template().find(TOPIC, id).map(StoredJob::state);
	}

}
