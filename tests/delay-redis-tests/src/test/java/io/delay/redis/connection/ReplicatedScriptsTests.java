// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.script.NoReplyException;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of scripts that wait for replicas, on a Redis without replicas: each WAIT for one
 * replica lasts until its timeout.
 */
@Tag("thorough")
class ReplicatedScriptsTests {

	private static final byte[] SCRIPT = "return {redis.call('incr', KEYS[1])}".getBytes(StandardCharsets.US_ASCII);

	private static final byte[][] KEYS = { "calls".getBytes(StandardCharsets.US_ASCII) };

	private static final Duration SHORT = Duration.ofMillis(300);

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final int CONNECTIONS = 8;

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisClient client = RedisClient.create(RedisURI.create(this.redis.host(), this.redis.port()));

	private final StatefulRedisConnection<String, String> other = this.client.connect();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private ReplicatedScripts scripts;

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.scripts.close();
		this.other.close();
		this.client.shutdown();
		this.redis.close();
	}

	@Test
	void connectionThatBreaksDuringTheWaitLeavesTheOutcomeUnknown() throws Exception {
		open(1, LONG);
		Future<List<Object>> call = start();
		await().until(this::waitsForReplicas);
		breakConnections();
		assertThat(failure(call)).isInstanceOf(NoReplyException.class).hasMessageContaining("WAIT for them failed");
	}

	@Test
	void threadThatIsInterruptedDuringTheWaitLeavesTheOutcomeUnknown() throws Exception {
		open(1, LONG);
		Future<Boolean> interrupted = this.threads.submit(() -> {
			Future<List<Object>> reply = send();
			assertThat(failure(reply)).isInstanceOf(NoReplyException.class);
			return Thread.interrupted();
		});
		await().until(this::waitsForReplicas);
		this.threads.shutdownNow();
		assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void consecutiveCallsShareOneConnection() throws Exception {
		open(0, SHORT);
		for (long i = 1; i <= 20; i++) {
			assertThat(send().get()).containsExactly(i);
		}
		assertThat(connections()).isOne();
	}

	@Test
	void callAfterABrokenConnectionHasANewOne() throws Exception {
		open(0, SHORT);
		send().get();
		breakConnections();
		await().until(() -> connections() == 0);
		assertThat(send().get()).containsExactly(2L);
	}

	// The server would reply at once to a WAIT that follows on another connection
	@Test
	void driverDoesNotReconnectAConnectionThatBroke() throws Exception {
		open(0, SHORT);
		send().get();
		breakConnections();
		await().until(() -> connections() == 0);
		await().during(Duration.ofMillis(500)).until(() -> connections() == 0);
	}

	@Test
	void callsWithoutAFreeConnectionAreNotSent() {
		open(1, SHORT);
		List<Throwable> failures = Stream.generate(this::start)
			.limit(4 * CONNECTIONS)
			.toList()
			.stream()
			.map(ReplicatedScriptsTests::failure)
			.toList();
		assertThat(connections()).isLessThanOrEqualTo(CONNECTIONS);
		assertThat(failures).hasAtLeastOneElementOfType(NoReplyException.class)
			.hasAtLeastOneElementOfType(RedisConnectionFailureException.class);
		assertThat(failures).filteredOn(RedisConnectionFailureException.class::isInstance)
			.allSatisfy((failure) -> assertThat(failure).hasMessageContaining("nothing was sent"));
		assertThat(failures).filteredOn(NoReplyException.class::isInstance).hasSize(Integer.parseInt(calls()));
	}

	@Test
	void callsAfterTheCloseReportThatTheConnectionsAreClosed() throws Exception {
		open(0, SHORT);
		send().get();
		this.scripts.close();
		assertThat(failure(send())).hasMessageContaining("connections of Delay").hasMessageContaining("are closed");
	}

	private void open(int replicas, Duration waitTimeout) {
		this.scripts = new ReplicatedScripts(
				new LettuceConnectionFactory(new RedisStandaloneConfiguration(this.redis.host(), this.redis.port()),
						LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(100)).build()),
				"test", replicas, waitTimeout);
	}

	private Future<List<Object>> start() {
		return this.threads.submit((Callable<List<Object>>) () -> send().get());
	}

	private Future<List<Object>> send() {
		return this.scripts.eval(SCRIPT, KEYS, new byte[0][]);
	}

	private static Throwable failure(Future<List<Object>> call) {
		try {
			throw new AssertionError("Returned " + call.get(10, TimeUnit.SECONDS));
		}
		catch (ExecutionException ex) {
			return (ex.getCause() instanceof ExecutionException inner) ? inner.getCause() : ex.getCause();
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	private void breakConnections() {
		this.other.sync().clientKill(KillArgs.Builder.typeNormal().skipme());
	}

	private boolean waitsForReplicas() {
		return this.other.sync()
			.clientList()
			.lines()
			.anyMatch((line) -> line.contains("name=delay-submits") && line.contains("cmd=wait "));
	}

	private long connections() {
		return this.other.sync().clientList().lines().filter((line) -> line.contains("name=delay-submits")).count();
	}

	private String calls() {
		return this.other.sync().get("calls");
	}

}
