// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitStatus;
import io.delay.redis.RedisJobStore;
import io.delay.redis.net.TcpProxy;
import io.delay.redis.outage.FaultBench;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.submit.SubmitCaller;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of submits that wait for replicas, on a master with one replica that can be
 * stalled.
 */
@Tag("thorough")
class ReplicatedSubmitTests {

	private static final String KEY = "{" + ReplicatedStore.NAMESPACE + ":orders:0}:jobs";

	private static final Duration WAIT = Duration.ofMillis(300);

	/** Several WAITs, one after the other, on a busy machine. */
	private static final Duration LONGEST = Duration.ofSeconds(3);

	private static EmbeddedRedisSentinels group;

	private static RedisNode master;

	private static RedisNode replica;

	private final List<AutoCloseable> open = new ArrayList<>();

	private RedisJobStore store;

	@BeforeAll
	static void startServers() {
		group = EmbeddedRedisSentinels.start();
		master = group.servers().get(0);
		replica = group.servers().get(1);
	}

	@AfterAll
	static void stopServers() {
		group.close();
	}

	@BeforeEach
	void open() {
		this.store = store(1);
	}

	private RedisJobStore store(int replicas) {
		return store(master.port(), replicas);
	}

	private RedisJobStore store(int port, int replicas) {
		ReplicatedStore opened = ReplicatedStore.on(port, replicas, WAIT);
		this.open.add(0, opened);
		return opened.store();
	}

	@AfterEach
	void close() throws Exception {
		if (!replica.isRunning()) {
			replica.resume();
		}
		for (AutoCloseable opened : this.open) {
			opened.close();
		}
		group.awaitReplica();
		master.ask((commands) -> commands.flushall());
	}

	@Test
	void submitReturnsOnceTheReplicaHasTheJob() throws Exception {
		for (int i = 0; i < 20; i++) {
			String id = "order-" + i;
			assertThat(submit(this.store, id).end().result().status()).isEqualTo(SubmitStatus.CREATED);
			assertThat(isOnReplica(id)).isTrue();
		}
		assertThat(clients()).contains("name=delay-submits");
	}

	@Test
	void submitsOfManyThreadsToManyTopicsAreAllConfirmed() throws Exception {
		List<SubmitCaller> callers = new ArrayList<>();
		for (int round = 0; round < 50; round++) {
			String prefix = "order-" + round + "-";
			IntStream.range(0, 32)
				.mapToObj((i) -> SubmitCaller.start(this.store::submit, job("topic-" + i % 16, prefix + i)))
				.forEach(callers::add);
		}
		for (SubmitCaller caller : callers) {
			assertThat(caller.end().result().status()).isEqualTo(SubmitStatus.CREATED);
		}
	}

	@Test
	void outcomeIsUnknownWhileTheReplicaIsStopped() throws Exception {
		submit(this.store, "before").end().result();
		replica.suspend();
		SubmitCaller caller = submit(this.store, "order").end().checkInDoubt();
		assertThat(caller.failure()).hasRootCauseInstanceOf(NoReplyException.class)
			.rootCause()
			.hasMessageContaining("0 of 1 replicas")
			.hasMessageContaining("within 300 ms")
			.hasMessageContaining("INFO replication");
		assertThat(caller.took()).isBetween(WAIT, LONGEST);
		resume();
		assertThat(submit(this.store, "order").end().result().status()).isEqualTo(SubmitStatus.EXISTING);
		assertThat(isOnReplica("order")).isTrue();
	}

	@Test
	void replicasCanTakeLongerThanTheCommandTimeout() throws Exception {
		ReplicatedStore slow = ReplicatedStore.on(master.port(), Duration.ofSeconds(1), 1, Duration.ofSeconds(5));
		this.open.add(0, slow);
		submit(slow.store(), "before").end().result();
		replica.suspend();
		SubmitCaller caller = submit(slow.store(), "order");
		FaultBench.pass(Duration.ofMillis(1500));
		replica.resume();
		assertThat(caller.end().result().status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(isOnReplica("order")).isTrue();
	}

	@Test
	void outcomeIsUnknownIfThereAreTooFewReplicas() throws Exception {
		SubmitCaller caller = submit(store(2), "order").end().checkInDoubt();
		assertThat(caller.failure()).rootCause().hasMessageContaining("1 of 2 replicas");
		assertThat(caller.took()).isBetween(WAIT, LONGEST);
	}

	@Test
	void submitWaitsForReplicasOfAnExistingJob() throws Exception {
		submit(this.store, "before").end().result();
		replica.suspend();
		submit(store(0), "order").end().result();
		submit(this.store, "order").end().checkInDoubt();
		submit(store(1), "order").end().checkInDoubt();
	}

	@Test
	void submitWaitsForReplicasAfterTheServerHasForgottenTheScripts() throws Exception {
		submit(this.store, "before").end().result();
		replica.suspend();
		master.ask((commands) -> commands.scriptFlush());
		submit(this.store, "order").end().checkInDoubt();
		resume();
		master.ask((commands) -> commands.scriptFlush());
		assertThat(submit(this.store, "next").end().result().status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(isOnReplica("next")).isTrue();
	}

	@Test
	void submitWaitsForReplicasOfBatchesAndReplacements() throws Exception {
		NewJob[] jobs = IntStream.range(0, 700).mapToObj((i) -> job("order-" + i)).toArray(NewJob[]::new);
		assertThat(SubmitCaller.start(this.store::submit, jobs).end().results()).hasSize(700);
		assertThat(jobsOnReplica()).isEqualTo(700);
		replica.suspend();
		SubmitCaller.start(this.store::submit, jobs).end().checkInDoubt();
		SubmitCaller
			.start(this.store::submit,
					new NewJob("orders", "order-0", DueTime.after(Duration.ofHours(2)), ConflictPolicy.REPLACE,
							record()))
			.end()
			.checkInDoubt();
	}

	@Test
	void stoppedReplicaDelaysSubmitsOnlyByTheTimeout() throws Exception {
		submit(this.store, "before").end().result();
		replica.suspend();
		List<SubmitCaller> callers = IntStream.range(0, 32)
			.mapToObj((i) -> SubmitCaller.start(this.store::submit, job("topic-" + i % 16, "order-" + i)))
			.toList();
		for (SubmitCaller caller : callers) {
			assertThat(caller.end().checkInDoubt().took()).isLessThan(LONGEST);
		}
		resume();
		assertThat(submit(this.store, "next").end().result().status()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void brokenConnectionConfirmsNoSubmit() throws Exception {
		try (TcpProxy proxy = new TcpProxy(master.port())) {
			RedisJobStore proxied = store(proxy.port(), 1);
			submit(proxied, "before").end().result();
			replica.suspend();
			List<SubmitCaller> callers = new ArrayList<>();
			for (int i = 0; i < 20; i++) {
				String id = "order-" + i;
				if (i % 2 == 0) {
					proxy.breakNext("delay-submits", id, TcpProxy.Fault.CUT_REPLY);
				}
				callers.add(submit(proxied, id));
				callers.add(submit(proxied, id + "-too"));
				FaultBench.pass(Duration.ofMillis(30));
				proxy.end("delay-submits", (i % 3 == 0) ? TcpProxy.End.RESET : TcpProxy.End.CLOSE);
			}
			for (SubmitCaller caller : callers) {
				assertThat(caller.end().isStored()).isFalse();
			}
			assertThat(callers).anyMatch(SubmitCaller::isInDoubt);
		}
	}

	@Test
	void submitWaitsForNoReplicaByDefault() throws Exception {
		RedisJobStore plain = store(0);
		replica.suspend();
		String waits = waits();
		assertThat(submit(plain, "order").end().result().status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(waits()).isEqualTo(waits);
		assertThat(clients()).doesNotContain("delay-submits");
	}

	private static SubmitCaller submit(RedisJobStore store, String id) {
		return SubmitCaller.start(store::submit, job(id));
	}

	private static NewJob job(String id) {
		return job("orders", id);
	}

	private static NewJob job(String topic, String id) {
		return new NewJob(topic, id, DueTime.after(Duration.ofHours(1)), ConflictPolicy.KEEP, record());
	}

	private static JobRecord record() {
		return JobRecord.of("payload".getBytes(StandardCharsets.UTF_8));
	}

	private static boolean isOnReplica(String id) {
		return replica.ask((commands) -> commands.hexists(KEY, id));
	}

	private static String clients() {
		return master.ask((commands) -> commands.clientList());
	}

	private static long jobsOnReplica() {
		return replica.ask((commands) -> commands.hlen(KEY));
	}

	// How often WAIT was called, and how long that took.
	private static String waits() {
		return master.ask((commands) -> commands.info("commandstats"))
			.lines()
			.filter((line) -> line.startsWith("cmdstat_wait:"))
			.findFirst()
			.orElse("");
	}

	// On a busy machine the replica needs a moment to catch up
	private void resume() {
		replica.resume();
		AtomicInteger tries = new AtomicInteger();
		await().atMost(Duration.ofSeconds(10))
			.until(() -> submit(this.store, "try-" + tries.incrementAndGet()).end().failure() == null);
	}

}
