// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionCommands;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.WakeUpSubscription;
import io.delay.store.throughput.JobCounts;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.RedisClusterForTests;
import io.delay.test.redis.RedisNode;
import io.delay.test.redis.SlotMigration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * The user that the documentation shows can do all that Delay does beside the contract,
 * and nothing else.
 */
@Tag("thorough")
@Tag("versions")
class DocumentedUserTests {

	private static final String TOPIC = "orders";

	private static final LeaseTokens TOKENS = new LeaseTokens("worker-1");

	private static DocumentedUser user;

	@BeforeAll
	static void createUser() {
		user = DocumentedUser.onShared();
	}

	@AfterAll
	static void deleteUser() {
		user.close();
	}

	@Test
	void theDocumentedUserMayUseAllOperations() throws InterruptedException {
		int refused = user.refused().size();
		try (RedisSpace space = RedisSpace.shared()) {
			live(user, space.options());
			RedisJobStoreOptions partitioned = space.options().withPartitions(4);
			submit(user, space.options());
			new RedisTopicMove(user.connections(), partitioned).move(TOPIC);
			live(user, partitioned);
			assertThat(new RedisJobStoreInspector(user.connections(), partitioned).status(TOPIC).partitionBytes())
				.hasSize(4);
			// Which server that is depends on where the test runs
			new RedisServerCheck(user.connections(), partitioned).findings();
			assertThatExceptionOfType(OutcomeUnknownException.class)
				.isThrownBy(() -> submit(user, partitioned.withWaitReplicas(3, Duration.ofMillis(50))))
				.withStackTraceContaining("0 of 3");
			// Sent by connections at rest, more seldom than a test may last
			assertThat(user.template().execute(RedisConnectionCommands::ping, true)).isEqualTo("PONG");
			space.leaveUnaudited();
		}
		assertThat(user.refused()).hasSize(refused);
	}

	// Other tests on the same server have loaded the scripts of Delay
	@Test
	void aScriptThatTheServerHasNotLoadedIsSent() {
		String value = UUID.randomUUID().toString();
		try (RedisSpace space = RedisSpace.shared()) {
			RedisScript<String> script = RedisScript.of("return '" + value + "'", String.class);
			assertThat(user.template().execute(script, List.of(space.key(TOPIC, "jobs")))).isEqualTo(value);
		}
	}

	@Test
	void jobsAreHandledByAUserWithoutAccessToCounters() throws InterruptedException {
		try (DocumentedUser limited = DocumentedUser.onShared("-hincrby"); RedisSpace space = RedisSpace.shared()) {
			live(limited, space.options());
			assertThat(new RedisJobStoreInspector(limited.connections(), space.options()).throughput(TOPIC).minutes())
				.allSatisfy((minute) -> assertThat(minute.counts()).isEqualTo(JobCounts.NONE));
			space.leaveUnaudited();
		}
	}

	@Test
	void theDocumentedUserMayUseAllOperationsOnACluster() throws InterruptedException {
		try (DocumentedUser ofCluster = DocumentedUser.on(RedisClusterForTests.shared());
				RedisSpace space = RedisSpace.sharedCluster(1)) {
			live(ofCluster, space.options().withPartitions(4));
			live(ofCluster, space.options().withPartitions(4).withWaitReplicas(1, Duration.ofSeconds(5)));
			assertThat(new RedisServerCheck(ofCluster.connections(), space.options()).findings()).isNotEmpty();
			assertThat(ofCluster.refused()).isEmpty();
			space.leaveUnaudited();
		}
	}

	@Test
	void commandsOfTheDocumentedUserFollowAMovedSlot() throws Exception {
		EmbeddedRedisCluster cluster = RedisClusterForTests.shared();
		try (DocumentedUser ofCluster = DocumentedUser.on(cluster);
				RedisSpace space = RedisSpace.sharedCluster(1);
				RedisJobStore store = new RedisJobStore(ofCluster.connections(), space.options())) {
			submit(store);
			int slot = SlotHash.getSlot(space.key(TOPIC, "jobs"));
			RedisNode source = cluster.master(slot);
			RedisNode target = cluster.masters().stream().filter((node) -> node != source).findFirst().orElseThrow();
			SlotMigration migration = cluster.migration(slot, target);
			migration.begin();
			while (migration.moveKeys(100) > 0) {
				// until none is left
			}
			CompletableFuture<Void> submit = CompletableFuture.runAsync(() -> submit(store));
			await().atMost(Duration.ofSeconds(5))
				.until(() -> target.ask((commands) -> commands.info("commandstats")).contains("cmdstat_asking"));
			migration.finish();
			submit.get(10, TimeUnit.SECONDS);
			cluster.migration(slot, source).run();
			assertThat(ofCluster.refused()).isEmpty();
			space.leaveUnaudited();
		}
	}

	@Test
	void theDocumentedUserMayNotUseOtherCommands() {
		assertRefused((redis) -> redis.serverCommands().flushAll());
		assertRefused((redis) -> redis.serverCommands().flushDb());
		assertRefused((redis) -> redis.serverCommands().getConfig("maxmemory"));
		assertRefused((redis) -> redis.serverCommands().setConfig("maxmemory", "1"));
		assertRefused((redis) -> redis.serverCommands().getClientList());
		assertRefused((redis) -> redis.keyCommands().keys(bytes("*")));
		assertRefused((redis) -> redis.keyCommands().del(bytes("{test-a:orders:0}:jobs")));
		assertRefused((redis) -> redis.stringCommands().get(bytes("{test-a:orders:0}:jobs")));
		assertRefused((redis) -> redis.hashCommands().hKeys(bytes("shop")));
		assertRefused((redis) -> redis.hashCommands().hKeys(bytes("test-a:else")));
		assertRefused((redis) -> redis.publish(bytes("shop"), bytes("hello")));
		assertRefused((redis) -> redis.scriptingCommands().scriptFlush());
		StringRedisTemplate template = user.template();
		for (String script : List.of("return redis.call('HGET', KEYS[1], 'a')", "return redis.call('GET', 'test-a')",
				"return redis.call('FLUSHALL')", "return redis.call('PUBLISH', 'shop', 'hello')")) {
			assertThat(catchThrowable(() -> template.execute(RedisScript.of(script, Long.class), List.of("shop"))))
				.as(script)
				.isNotNull()
				.satisfies(DocumentedUserTests::isRefusal);
		}
	}

	private static void assertRefused(Consumer<RedisConnection> command) {
		assertThat(catchThrowable(() -> user.template().execute((connection) -> {
			command.accept(connection);
			return null;
		}, true))).isNotNull().satisfies(DocumentedUserTests::isRefusal);
	}

	private static void isRefusal(Throwable failure) {
		assertThat(NestedExceptionUtils.getMostSpecificCause(failure).getMessage()).containsAnyOf("NOPERM",
				"ACL failure in script", "can't access at least one of the keys", "can't run this command",
				"no permissions");
	}

	// From the submit to the ack, with a wake-up in between.
	private static void live(DocumentedUser user, RedisJobStoreOptions options) throws InterruptedException {
		try (RedisJobStore store = new RedisJobStore(user.connections(), options)) {
			CountDownLatch confirmed = new CountDownLatch(1);
			CountDownLatch woken = new CountDownLatch(2);
			WakeUpSubscription subscription = store.subscribe(TOPIC, (delay) -> {
				confirmed.countDown();
				woken.countDown();
			});
			assertThat(confirmed.await(5, TimeUnit.SECONDS)).isTrue();
			store.reserve(request());
			submit(store);
			assertThat(woken.await(5, TimeUnit.SECONDS)).isTrue();
			ReservedJob job = reserve(store);
			assertThat(store.settle(List.of(new Settlement.Ack(job.lease())))).containsExactly(SettleResult.DONE);
			subscription.close();
		}
	}

	private static ReservedJob reserve(RedisJobStore store) {
		for (int i = 0; i < 10; i++) {
			List<ReservedJob> jobs = store.reserve(request()).jobs();
			if (!jobs.isEmpty()) {
				return jobs.get(0);
			}
		}
		throw new AssertionError("No job was handed over");
	}

	private static ReserveRequest request() {
		return new ReserveRequest(TOPIC, TOKENS.next(), 1, new ReserveTerms(Duration.ofSeconds(30), 3));
	}

	private static void submit(DocumentedUser user, RedisJobStoreOptions options) {
		try (RedisJobStore store = new RedisJobStore(user.connections(), options)) {
			submit(store);
		}
	}

	private static void submit(RedisJobStore store) {
		store.submit(List.of(new NewJob(TOPIC, "job-1", DueTime.after(Duration.ZERO), ConflictPolicy.REPLACE,
				JobRecord.of(new byte[0]))));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
