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

package io.delay.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.wakeup.PartitionWakeUpListener;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.redis.wakeup.WakeUp;
import io.delay.store.WakeUpSubscription;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RedisWakeUps}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisWakeUpsTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("user shop on >secret ~* +@all resetchannels &test:b:*");

	private final BlockingQueue<Duration> told = new LinkedBlockingQueue<>();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@Test
	void connectionThatDiedInSilenceIsFoundAndMadeAnew() throws Exception {
		try (TcpProxy proxy = new TcpProxy(this.redis.port());
				RedisConnections connections = new RedisConnections(factory(proxy.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(connections.wakeUps(), "test", Duration.ofMillis(200))) {
			wakeUps.subscribe("a", this::tell);
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
			proxy.breakNext("delay-wake-ups", TcpProxy.Fault.SWALLOW_REPLY);
			assertThat(proxy.awaitBroken()).isTrue();
			assertThat(this.told.poll(8, TimeUnit.SECONDS)).isZero();
			publish("a", "0:1:2500");
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
		}
	}

	@Test
	void refusedChannelIsWarnedAboutOnceAndHoldsBackNoOther(CapturedOutput output) throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), "shop"));
				RedisWakeUps wakeUps = new RedisWakeUps(connections.wakeUps(), "test", RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("a", (wakeUp) -> this.told.add(Duration.ofDays(1)));
			wakeUps.subscribe("b", this::tell);
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
			wakeUps.subscribe("c", (wakeUp) -> this.told.add(Duration.ofDays(1)));
			assertThat(this.told.poll(1200, TimeUnit.MILLISECONDS)).isNull();
		}
		assertThat(output.getOut().lines().filter((line) -> line.contains("refuses wake-ups"))).singleElement()
			.asString()
			.contains("&test:*");
	}

	@Test
	void subscriptionEndsAloneAndOnlyOnce() throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(connections.wakeUps(), "test", RedisWakeUps.PING_INTERVAL)) {
			PartitionWakeUpListener listener = this::tell;
			WakeUpSubscription first = wakeUps.subscribe("a", listener);
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
			first.close();
			wakeUps.subscribe("a", listener);
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
			first.close();
			this.told.clear();
			publish("a", "0:1:2500");
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isNotNull();
		}
	}

	@Test
	void hintsCannotBeSynchronizedWhileTheirChannelIsNotSubscribed() throws Exception {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), null));
				RedisWakeUps wakeUps = new RedisWakeUps(connections.wakeUps(), "test", RedisWakeUps.PING_INTERVAL)) {
			wakeUps.subscribe("b", this::tell);
			WakeUpSubscription subscription = wakeUps.subscribe("a", this::tell);
			await().atMost(Duration.ofSeconds(5)).until(subscription::canSync);
			subscription.close();
			await().atMost(Duration.ofSeconds(5)).until(() -> !subscription.canSync());
			assertThat(subscription.sync(() -> {
			})).isFalse();
		}
	}

	@Test
	void channelsOfADeadConnectionAreSubscribedAnew() throws Exception {
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
			wakeUps.subscribe("a", this::tell);
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
			made.get(0).getSubscription().close();
			wakeUps.subscribe("b", (wakeUp) -> {
			});
			// told to look once its channel is there again
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
			publish("a", "0:1:2500");
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isEqualTo(Duration.ofNanos(2_500_000));
			assertThat(made).hasSize(2);
		}
		finally {
			watched.destroy();
		}
	}

	@Test
	void errorDoesNotEndTheTrying() throws Exception {
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
			wakeUps.subscribe("a", this::tell);
			assertThat(this.told.poll(5, TimeUnit.SECONDS)).isZero();
		}
		finally {
			failing.destroy();
		}
	}

	@Test
	void nothingCanBeSubscribedOnceClosed() {
		try (RedisConnections connections = new RedisConnections(factory(this.redis.port(), null))) {
			RedisWakeUps wakeUps = new RedisWakeUps(connections.wakeUps(), "test", RedisWakeUps.PING_INTERVAL);
			wakeUps.close();
			assertThatIllegalStateException().isThrownBy(() -> wakeUps.subscribe("a", this::tell))
				.withMessageContaining("'a'");
		}
	}

	private void tell(WakeUp wakeUp) {
		this.told.add(wakeUp.delay());
	}

	private void publish(String topic, String message) {
		LettuceConnectionFactory factory = factory(this.redis.port(), null);
		factory.afterPropertiesSet();
		factory.start();
		new StringRedisTemplate(factory).convertAndSend(new TopicKeys("test", topic).channelName(), message);
		factory.destroy();
	}

	private static LettuceConnectionFactory factory(int port, String user) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("localhost", port);
		if (user != null) {
			configuration.setUsername(user);
			configuration.setPassword("secret");
		}
		return new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(800)).build());
	}

}
