// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.RedisAccess;
import io.delay.redis.RedisConnections;
import io.delay.redis.net.TcpProxy;
import io.delay.redis.partition.TopicKeys;
import io.delay.store.WakeUpSubscription;
import io.delay.test.redis.EmbeddedRedis;
import io.delay.test.redis.EmbeddedRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RedisWakeUps}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisWakeUpsTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("user shop on >secret ~* +@all resetchannels &test:b:*",
			"lua-time-limit 100");

	private final BlockingQueue<Duration> received = new LinkedBlockingQueue<>();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@Test
	void silentConnectionIsDetectedAndReplaced() throws Exception {
		try (TcpProxy proxy = new TcpProxy(this.redis.port());
				RedisConnections connections = new RedisConnections(factory(proxy.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						Duration.ofMillis(200))) {
			wakeUps.subscribe("a", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			proxy.breakNext("delay-wake-ups", TcpProxy.Fault.SWALLOW_REPLY);
			assertThat(proxy.awaitBroken()).isTrue();
			assertThat(this.received.poll(8, TimeUnit.SECONDS)).isZero();
			publish("a", "0:1:2500");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
		}
	}

	@Test
	void refusedChannelIsReportedOnceAndDoesNotAffectOthers(CapturedOutput output) throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), "shop"));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", (wakeUp) -> this.received.add(Duration.ofDays(1)));
			wakeUps.subscribe("b", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			wakeUps.subscribe("c", (wakeUp) -> this.received.add(Duration.ofDays(1)));
			assertThat(this.received.poll(1200, TimeUnit.MILLISECONDS)).isNull();
		}
		assertThat(warnings(output)).singleElement().asString().contains("&test:*");
	}

	@Test
	void refusedChannelsOfANewConnectionAreSubscribedOnceTheyAreAllowed(CapturedOutput output) throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), "shop"));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			acl("resetchannels", "&test:a:*", "&test:b:*");
			wakeUps.subscribe("b", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			WakeUpSubscription refused = wakeUps.subscribe("a",
					(wakeUp) -> this.received.add(wakeUp.delay().plusDays(1)));
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofDays(1));
			// Closes the connection. The driver subscribes to both channels by one
			// command, which is refused
			acl("resetchannels", "&test:b:*");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			publish("b", "0:1:2500");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
			await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(warnings(output)).hasSize(1));
			acl("&test:a:*");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofDays(1));
			publish("a", "0:1:2500");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofDays(1).plusNanos(2_500_000));
			assertThat(warnings(output)).singleElement().asString().contains("&test:*");
			// The next outage is reported again, once this one has ended
			refused.close();
			await().atMost(Duration.ofSeconds(5)).until(() -> !isSubscribed("a"));
			acl("resetchannels");
			await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(warnings(output)).hasSize(2));
		}
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void refusedChannelsOfANewClusterConnectionAreSubscribedOnceTheyAreAllowed(CapturedOutput output) throws Exception {
		try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start(3, 0);
				RedisConnections connections = new RedisConnections(RedisAccess.factory(cluster, client()));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			cluster.nodes().forEach((node) -> {
				node.ask((commands) -> commands.aclSetuser("default", new AclSetuserArgs().resetChannels()));
				node.ask((commands) -> commands.clientKill(KillArgs.Builder.typePubsub()));
			});
			await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(warnings(output)).hasSize(1));
			cluster.nodes()
				.forEach((node) -> node
					.ask((commands) -> commands.aclSetuser("default", new AclSetuserArgs().allChannels())));
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			cluster.nodes()
				.get(2)
				.ask((commands) -> commands.publish(new TopicKeys("test", "a").channelName(), "0:1:2500"));
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
		}
	}

	@Test
	void channelsAreSubscribedAgainAfterABlockedServerLostTheConnection(CapturedOutput output) throws Exception {
		try (TcpProxy proxy = new TcpProxy(this.redis.port());
				RedisConnections connections = new RedisConnections(factory(proxy.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			try (BlockingScript script = new BlockingScript(this.redis.port())) {
				assertThat(proxy.end("delay-wake-ups", TcpProxy.End.CLOSE)).isOne();
				await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(warnings(output)).hasSize(1));
				assertThat(this.received).isEmpty();
			}
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			publish("a", "0:1:2500");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
			assertThat(warnings(output)).singleElement().asString().contains("BUSY").doesNotContain("ACL");
		}
	}

	@Test
	void subscriptionIsClosedSeparatelyAndOnce() throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			Consumer<WakeUp> listener = this::receive;
			WakeUpSubscription first = wakeUps.subscribe("a", listener);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			first.close();
			wakeUps.subscribe("a", listener);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			first.close();
			this.received.clear();
			publish("a", "0:1:2500");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isNotNull();
		}
	}

	@Test
	void lostConnectionWithARefusedFirstChannelIsDetected() throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), "shop"));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", this::receive);
			wakeUps.subscribe("b", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			acl("resetchannels");
			await().atMost(Duration.ofSeconds(5)).until(() -> !isSubscribed("b"));
			acl("&test:b:*");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		}
	}

	@Test
	void channelWithoutSubscriptionsIsUnsubscribed() {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
						RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("b", this::receive);
			WakeUpSubscription subscription = wakeUps.subscribe("a", this::receive);
			await().atMost(Duration.ofSeconds(5)).until(() -> isSubscribed("a") && isSubscribed("b"));
			subscription.close();
			await().atMost(Duration.ofSeconds(5)).until(() -> !isSubscribed("a"));
			assertThat(isSubscribed("b")).isTrue();
		}
	}

	@Test
	void channelsOfADeadConnectionAreSubscribedAgain() throws Exception {
		List<RedisConnection> made = new CopyOnWriteArrayList<>();
		LettuceConnectionFactory watched = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("localhost", this.redis.port())) {

			@Override
			public RedisConnection getConnection() {
				made.add(super.getConnection());
				return made.get(made.size() - 1);
			}

		};
		watched.setShareNativeConnection(false);
		watched.afterPropertiesSet();
		watched.start();
		try (RedisWakeUps wakeUps = new RedisWakeUps(watched, "test", RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			made.get(0).getSubscription().close();
			wakeUps.subscribe("b", (wakeUp) -> {
			});
			// told to look once its channel is there again
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
			publish("a", "0:1:2500");
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
			assertThat(made).hasSize(2);
		}
		finally {
			watched.destroy();
		}
	}

	@Test
	void errorDoesNotEndTheAttemptsToConnect() throws Exception {
		LettuceConnectionFactory failing = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("localhost", this.redis.port())) {

			private boolean failed;

			@Override
			public RedisConnection getConnection() {
				if (!this.failed) {
					this.failed = true;
					throw new NoClassDefFoundError("once");
				}
				return super.getConnection();
			}

		};
		failing.setShareNativeConnection(false);
		failing.afterPropertiesSet();
		failing.start();
		try (RedisWakeUps wakeUps = new RedisWakeUps(failing, "test", RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", this::receive);
			assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		}
		finally {
			failing.destroy();
		}
	}

	@Test
	void closedWakeUpsRefuseSubscriptions() {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), null))) {
			RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(connections), "test",
					RedisWakeUps.PING_INTERVAL);
			wakeUps.close();
			assertThatIllegalStateException().isThrownBy(() -> wakeUps.subscribe("a", this::receive))
				.withMessageContaining("'a'");
		}
	}

	private void receive(WakeUp wakeUp) {
		this.received.add(wakeUp.delay());
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.getOut().lines().filter((line) -> line.contains("refuses wake-ups")).toList();
	}

	private void publish(String topic, String message) {
		redis((template) -> template.convertAndSend(new TopicKeys("test", topic).channelName(), message));
	}

	private boolean isSubscribed(String topic) {
		String channel = new TopicKeys("test", topic).channelName();
		RedisClient client = RedisClient.create(RedisURI.create("localhost", this.redis.port()));
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			return connection.sync().pubsubNumsub(channel).get(channel) > 0;
		}
		finally {
			client.shutdown();
		}
	}

	private void acl(String... rules) {
		byte[][] arguments = Stream.concat(Stream.of("SETUSER", "shop"), Stream.of(rules))
			.map((argument) -> argument.getBytes(StandardCharsets.UTF_8))
			.toArray(byte[][]::new);
		redis((template) -> template.execute((RedisCallback<?>) (connection) -> connection.execute("ACL", arguments)));
	}

	private void redis(Consumer<StringRedisTemplate> call) {
		LettuceConnectionFactory factory = factory(this.redis.port(), null);
		factory.afterPropertiesSet();
		factory.start();
		call.accept(new StringRedisTemplate(factory));
		factory.destroy();
	}

	private static LettuceConnectionFactory factory(int port, String user) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("localhost", port);
		if (user != null) {
			configuration.setUsername(user);
			configuration.setPassword("secret");
		}
		return new LettuceConnectionFactory(configuration, client());
	}

	private static LettuceClientConfiguration client() {
		return LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(800)).build();
	}

}
