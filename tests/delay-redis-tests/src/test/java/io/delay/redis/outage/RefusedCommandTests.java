// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Redis answers that it has not executed a command: it is repeated, but not for ever.
 */
class RefusedCommandTests {

	private static final String TOPIC = "orders";

	/** Less than the two seconds for which a refused command is repeated. */
	private static final Duration LONGEST_REPETITION = Duration.ofMillis(1500);

	private final EmbeddedRedis redis = EmbeddedRedis.start("lua-time-limit 50", "rdbcompression no",
			"key-load-delay 50000");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Instance instance = Instance.named("instance").on(this.redis.port(), this.space.namespace());

	private final RedisClient client = RedisClient.create(RedisURI.create("localhost", this.redis.port()));

	private final StatefulRedisConnection<String, String> connection = this.client.connect();

	@AfterEach
	void close() {
		// a server that is still busy after a failed test could not be stopped
		catchThrowable(this.connection.sync()::scriptKill);
		this.client.shutdown(0, 2, TimeUnit.SECONDS);
		this.instance.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void scriptsThatRedisHasForgottenAreSentAgain() {
		forgetScripts();
		String id = this.instance.template().submit(TOPIC, "payload", Duration.ZERO).id();
		forgetScripts();
		List<ReservedJob> jobs = this.instance.template().reserve(TOPIC, 10);
		assertThat(jobs).extracting((job) -> job.lease().id()).containsExactly(id);
		forgetScripts();
		assertThat(this.instance.template().ack(jobs.get(0).lease())).isEqualTo(SettleResult.DONE);
		assertThat(this.space.contents(TOPIC)).containsOnlyKeys("meta");
	}

	@Test
	void submitWaitsForABusyServerAndStoresOnce() throws Exception {
		this.instance.template().submit(job("warm-up"));
		CompletableFuture<SubmitResult> submit = submitWhileBusyFor(Duration.ofMillis(300));
		// Given up for sure if this machine was busy for longer
		for (int attempt = 2; attempt <= 5 && submit == null; attempt++) {
			submit = submitWhileBusyFor(Duration.ofMillis(300));
		}
		assertThat(submit).isNotNull();
		assertThat(submit.get().status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(this.space.contents(TOPIC).get("jobs")).containsOnlyKeys("warm-up", "order-1");
	}

	/**
	 * Submit to a busy server.
	 * @return the submit, which has ended, {@code null} if it has failed because it took
	 * longer than it is repeated
	 */
	private CompletableFuture<SubmitResult> submitWhileBusyFor(Duration time) {
		CompletableFuture<Object> script = beBusy();
		long start = System.nanoTime();
		CompletableFuture<SubmitResult> submit = CompletableFuture
			.supplyAsync(() -> this.instance.template().submit(job("order-1")));
		await().pollDelay(time).until(() -> true);
		boolean waits = !submit.isDone();
		killScript(script);
		Throwable failure = catchThrowable(submit::join);
		if (failure != null && System.nanoTime() - start > LONGEST_REPETITION.toNanos()) {
			return null;
		}
		assertThat(waits).isTrue();
		return submit;
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void submitToAServerThatStaysBusyFailsWithAKnownOutcome() {
		this.instance.template().submit(job("warm-up"));
		CompletableFuture<Object> script = beBusy();
		Throwable failure = catchThrowable(() -> this.instance.template().submit(job("order-1")));
		killScript(script);
		assertThat(failure).isInstanceOf(DataAccessException.class)
			.isNotInstanceOf(OutcomeUnknownException.class)
			.hasMessageContaining("BUSY");
		assertThat(this.space.contents(TOPIC).get("jobs")).containsOnlyKeys("warm-up");
	}

	@Test
	void submitWaitsUntilTheServerHasLoadedItsData() throws Exception {
		this.instance.template().submitAll(IntStream.range(0, 10).mapToObj((i) -> job("order-" + i)).toList());
		// takes a second to load with few sleeps, and Redis answers clients at every
		// second megabyte
		for (int i = 0; i < 20; i++) {
			this.connection.sync().set("filler-" + i, "x".repeat(1_000_000));
		}
		this.connection.sync().save();
		CompletableFuture<Void> restart = restartUntilItIsSeenLoading();
		// until it has reconnected, the instance says that nothing was sent
		SubmitResult result = await().atMost(Duration.ofSeconds(10))
			.pollInterval(Duration.ofMillis(10))
			.ignoreException(RedisConnectionFailureException.class)
			.until(() -> this.instance.template().submit(job("after-loading")), Objects::nonNull);
		assertThat(result.status()).isEqualTo(SubmitStatus.CREATED);
		restart.get(10, TimeUnit.SECONDS);
		assertThat(this.instance.template().find(TOPIC, "order-9")).isPresent();
		assertThat(this.instance.template().find(TOPIC, "after-loading").orElseThrow().state())
			.isEqualTo(JobState.DELAYED);
	}

	// This machine can be busy with other things for as long as the server loads.
	private CompletableFuture<Void> restartUntilItIsSeenLoading() {
		for (int attempt = 1; attempt <= 5; attempt++) {
			this.redis.stop();
			CompletableFuture<Void> restart = CompletableFuture.runAsync(this.redis::restart);
			AtomicBoolean loading = new AtomicBoolean();
			await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(10)).until(() -> {
				boolean over = restart.isDone();
				loading.set(String.valueOf(catchThrowable(() -> this.connection.sync().get("filler-1")))
					.contains("LOADING"));
				return loading.get() || over;
			});
			if (loading.get()) {
				return restart;
			}
		}
		throw new AssertionError("No command was refused while the server loaded its data");
	}

	private static Job job(String id) {
		return Job.to(TOPIC).id(id).delay(Duration.ofHours(1)).build();
	}

	private void forgetScripts() {
		this.connection.sync().scriptFlush();
	}

	/**
	 * Keep the server busy with a script until it is killed.
	 */
	private CompletableFuture<Object> beBusy() {
		CompletableFuture<Object> script = this.client.connect()
			.async()
			.eval("while true do end", ScriptOutputType.STATUS)
			.toCompletableFuture();
		await().atMost(Duration.ofSeconds(5))
			.pollInterval(Duration.ofMillis(20))
			.until(() -> catchThrowable(
					() -> this.connection.sync().ping()) instanceof RedisCommandExecutionException refused
					&& refused.getMessage().startsWith("BUSY"));
		return script;
	}

	private void killScript(CompletableFuture<Object> script) {
		this.connection.sync().scriptKill();
		assertThat(script.handle((result, failure) -> failure).orTimeout(5, TimeUnit.SECONDS).join())
			.hasMessageContaining("killed");
	}

}
