// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.RedisAccess;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisCluster;
import io.delay.test.redis.EmbeddedRedisSentinels;
import io.delay.test.redis.RedisNode;

import static org.awaitility.Awaitility.await;

/**
 * All connections are closed ten times a second, during their handshakes too, as an
 * unstable proxy does it.
 */
@Tag("thorough")
@Tag("versions")
class KilledConnectionsTests {

	private static final int INSTANCES = 4;

	private static final int KILLS = 100;

	private static final Duration BETWEEN_KILLS = Duration.ofMillis(100);

	/** So long that nothing but the driver can connect again in time. */
	private static final LettuceClientConfiguration CLIENT = RedisAccess.client(Duration.ofSeconds(10));

	private static final Duration RECOVERED = Duration.ofSeconds(8);

	@Test
	void everyConnectionRecovers() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			checkThatAllRecover(List.of(RedisURI.create(redis.host(), redis.port())),
					() -> RedisAccess.factory(redis.host(), redis.port(), CLIENT));
		}
	}

	@Test
	void everyConnectionWithAPasswordRecovers() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("requirepass right")) {
			RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(redis.host(), redis.port());
			configuration.setPassword("right");
			checkThatAllRecover(List.of(RedisURI.builder()
				.withHost(redis.host())
				.withPort(redis.port())
				.withPassword("right".toCharArray())
				.build()), () -> new LettuceConnectionFactory(configuration, CLIENT));
		}
	}

	@Test
	void everyConnectionToSentinelsRecovers() {
		try (EmbeddedRedisSentinels group = EmbeddedRedisSentinels.start()) {
			checkThatAllRecover(List.of(uri(group.master())), () -> RedisAccess.factory(group, CLIENT));
		}
	}

	@Test
	void everyConnectionToAClusterRecovers() {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 0)) {
			checkThatAllRecover(cluster.masters().stream().map(KilledConnectionsTests::uri).toList(),
					() -> RedisAccess.factory(cluster, CLIENT));
		}
	}

	private static RedisURI uri(RedisNode node) {
		return RedisURI.create(RedisNode.HOST, node.port());
	}

	private static void checkThatAllRecover(List<RedisURI> servers, Supplier<LettuceConnectionFactory> application) {
		List<RedisClient> killers = servers.stream().map(RedisClient::create).toList();
		List<ConnectionKinds> instances = IntStream.range(0, INSTANCES)
			.mapToObj((i) -> new ConnectionKinds(application.get()))
			.toList();
		ExecutorService threads = Executors.newFixedThreadPool(INSTANCES);
		try {
			List<RedisCommands<String, String>> kill = killers.stream()
				.map((client) -> client.connect().sync())
				.toList();
			await().atMost(RECOVERED).until(() -> instances.stream().allMatch(ConnectionKinds::work));
			AtomicInteger kills = new AtomicInteger();
			instances.forEach((instance) -> threads.execute(() -> {
				while (kills.get() < KILLS) {
					instance.use();
					LockSupport.parkNanos(BETWEEN_KILLS.toNanos());
				}
			}));
			await().atMost(Duration.ofSeconds(60)).pollInterval(BETWEEN_KILLS).until(() -> {
				kill.forEach((server) -> {
					server.clientKill(KillArgs.Builder.typePubsub());
					server.clientKill(KillArgs.Builder.typeNormal().skipme());
				});
				return kills.incrementAndGet() == KILLS;
			});
			long start = System.nanoTime();
			await().atMost(RECOVERED).until(() -> instances.stream().allMatch(ConnectionKinds::work));
			System.out.println(
					"Connections recovered after " + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
		}
		finally {
			threads.shutdownNow();
			instances.forEach(ConnectionKinds::close);
			killers.forEach(RedisClient::shutdown);
		}
	}

}
