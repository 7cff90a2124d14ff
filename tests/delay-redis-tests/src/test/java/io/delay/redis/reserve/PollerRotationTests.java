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

package io.delay.redis.reserve;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisSpace;
import io.delay.redis.partition.TopicKeys;
import io.delay.redis.reserve.PollerRotation.Position;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRoute;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.script.ScriptSender;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.WakeUpSubscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Pollers look at an event one after the other.
 */
class PollerRotationTests {

	private static final Duration SOON = Duration.ofSeconds(5);

	private final RedisSpace space = RedisSpace.shared();

	private final List<RedisJobStore> stores = new ArrayList<>();

	@AfterEach
	void close() {
		this.stores.forEach(RedisJobStore::close);
		this.space.close();
	}

	@Test
	void onlyPollerLooksAtOnce() {
		assertThat(new Position(0, 1).stagger(0, 1_700_000_000_123L)).isZero();
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 10, 50, 200 })
	void onePollerLooksAtOnceAndTheOthersOneAfterTheOther(int count) {
		for (long time = 1_700_000_000_000L; time < 1_700_000_000_100L; time++) {
			long now = time;
			List<Duration> staggers = IntStream.range(0, count)
				.mapToObj((number) -> new Position(number, count).stagger(3, now))
				.sorted()
				.toList();
			assertThat(staggers).doesNotHaveDuplicates().startsWith(Duration.ZERO);
			assertThat(staggers.get(1)).isLessThanOrEqualTo(Duration.ofMillis(4));
			assertThat(staggers.get(count - 1)).isLessThanOrEqualTo(Duration.ofMillis(50));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5, 10, 1000 })
	void everyPollerIsFirstAsOftenAsAnother(int interval) {
		int count = 10;
		int events = 10_000;
		long first = LongStream.range(0, events)
			.filter((event) -> new Position(7, count).stagger(0, 1_700_000_000_000L + event * interval).isZero())
			.count();
		assertThat(first).isBetween(events / count * 8L / 10, events / count * 12L / 10);
	}

	@Test
	void pollersKnowEachOtherUntilTheyLeave() {
		LeaseTokens tokens = new LeaseTokens("first");
		RedisJobStore first = store();
		WakeUpSubscription firstSubscription = first.subscribe("orders", (delay) -> {
		});
		RedisJobStore second = store();
		LeaseTokens tokensOfSecond = new LeaseTokens("second");
		WakeUpSubscription secondSubscription = second.subscribe("orders", (delay) -> {
		});
		await().atMost(SOON).untilAsserted(() -> {
			reserve(first, tokens);
			reserve(second, tokensOfSecond);
			assertThat(pollers()).hasSize(2);
		});
		secondSubscription.close();
		await().atMost(SOON).untilAsserted(() -> assertThat(pollers()).singleElement().asString().startsWith("first/"));
		firstSubscription.close();
		await().atMost(SOON).untilAsserted(() -> assertThat(pollers()).isEmpty());
	}

	@Test
	void whoOnlyReservesNowAndThenTakesNoPart() {
		RedisJobStore store = store();
		reserve(store, new LeaseTokens("first"));
		reserve(store, new LeaseTokens("first"));
		assertThat(pollers()).isEmpty();
	}

	@Test
	void threadThatHasEverybodyNotedAgainDoesNotWaitForOneThatSends() throws Exception {
		CountDownLatch sending = new CountDownLatch(1);
		CountDownLatch sent = new CountDownLatch(1);
		AtomicInteger calls = new AtomicInteger();
		PollerRotation rotation = new PollerRotation(new ScriptRunner(route((script) -> {
			if (calls.incrementAndGet() == 1) {
				sending.countDown();
				awaitQuietly(sent);
			}
		}), new ScriptLibrary(), new ReplyFlags()), new TopicKeys("test", "orders"));
		// The common pool of JDK 25 has only one thread on two processors
		Executor threads = (task) -> new Thread(task).start();
		CompletableFuture<Void> joining = CompletableFuture.runAsync(() -> rotation.join("host/poller:1"), threads);
		assertThat(sending.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(CompletableFuture.runAsync(rotation::joinAgain, threads)).succeedsWithin(SOON);
		assertThat(calls).hasValue(1);
		sent.countDown();
		assertThat(joining).succeedsWithin(SOON);
		assertThat(calls).hasValue(2);
	}

	private static ScriptRoute route(Consumer<byte[]> onEval) {
		Object sender = Proxy.newProxyInstance(ScriptSender.class.getClassLoader(),
				new Class<?>[] { ScriptSender.class }, (proxy, method, arguments) -> {
					onEval.accept((byte[]) arguments[0]);
					return new CompletableFuture<List<Object>>();
				});
		return (ScriptRoute) Proxy.newProxyInstance(ScriptRoute.class.getClassLoader(),
				new Class<?>[] { ScriptRoute.class },
				(proxy, method, arguments) -> method.getName().equals("timeout") ? SOON : sender);
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await(2 * SOON.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private RedisJobStore store() {
		RedisJobStore store = new RedisJobStore(this.space.connections(), this.space.options());
		this.stores.add(store);
		return store;
	}

	private static void reserve(RedisJobStore store, LeaseTokens tokens) {
		store.reserve(new ReserveRequest("orders", tokens.next(), 1, new ReserveTerms(Duration.ofSeconds(30), 3)));
	}

	private Iterable<String> pollers() {
		return this.space.template().opsForZSet().range(this.space.key("orders", "pollers"), 0, -1);
	}

}
