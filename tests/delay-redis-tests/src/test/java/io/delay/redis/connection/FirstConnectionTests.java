// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.net.TcpProxy;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * An application starts while the network to its Redis is silent.
 */
@Tag("versions")
class FirstConnectionTests {

	private static final String TOPIC = "orders";

	/** So many that even two at a time would take far longer than two timeouts. */
	private static final int THREADS = 16;

	private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(800);

	/** One for the attempt of another thread, one for its own. */
	private static final Duration TWO_TIMEOUTS = COMMAND_TIMEOUT.multipliedBy(2);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final TcpProxy proxy = new TcpProxy(this.redis.port());

	private final Instance instance = Instance.named("instance")
		.commandTimeout(COMMAND_TIMEOUT)
		.on(this.proxy.port(), this.space.namespace());

	private final HandledJobs handled = new HandledJobs();

	private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.proxy.heal();
		this.instance.close();
		this.proxy.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void manyThreadsThatSubmitDoNotWaitForOneAnother() {
		checkThatNobodyWaitsForAll((i) -> submit("order-" + i));
	}

	@Test
	void manyThreadsThatSubmitAndReadDoNotWaitForOneAnother() {
		checkThatNobodyWaitsForAll((i) -> {
			switch (i % 3) {
				case 0 -> submit("order-" + i);
				case 1 -> this.instance.admin().jobs().find(TOPIC, "order-" + i);
				default -> this.instance.admin().topics().names();
			}
		});
	}

	private void checkThatNobodyWaitsForAll(IntConsumer call) {
		this.proxy.silence("");
		long start = System.nanoTime();
		List<Throwable> failures = IntStream.range(0, THREADS)
			.mapToObj((i) -> CompletableFuture.supplyAsync(() -> catchThrowable(() -> call.accept(i)), this.threads))
			.toList()
			.stream()
			.map(CompletableFuture::join)
			.toList();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TWO_TIMEOUTS.plusSeconds(4));
		assertThat(failures).hasSize(THREADS).hasOnlyElementsOfType(RedisConnectionFailureException.class);
		assertThat(this.space.contents(TOPIC)).isEmpty();
	}

	@Test
	void jobsAreHandledOnceRedisReplies() {
		this.proxy.silence("");
		this.instance.listen(TOPIC, ListenerSettings.builder(), this.handled.handler("instance"));
		assertThat(catchThrowable(() -> submit("refused"))).isInstanceOf(RedisConnectionFailureException.class);
		this.proxy.heal();
		await().atMost(Duration.ofSeconds(10))
			.ignoreException(RedisConnectionFailureException.class)
			.until(() -> submit("stored"));
		await().atMost(Duration.ofSeconds(10)).until(() -> this.handled.ids().equals(Set.of("stored")));
	}

	@Test
	void consumersThatWereRegisteredBeforeTheFirstConnectionAreListedOnceItIsOpen() {
		announceMany();
		this.instance.template().reserve(TOPIC, 1);
		awaitConsumers();
	}

	@Test
	void consumersThatWereRegisteredWhileDisconnectedAreListedOnceTheConnectionIsOpenAgain() {
		this.instance.template().reserve(TOPIC, 1);
		this.redis.stop();
		await().atMost(Duration.ofSeconds(10))
			.until(() -> catchThrowable(
					() -> this.instance.template().reserve(TOPIC, 1)) instanceof RedisConnectionFailureException);
		announceMany();
		this.redis.restart();
		await().atMost(Duration.ofSeconds(10))
			.ignoreException(RedisConnectionFailureException.class)
			.until(() -> this.instance.template().reserve(TOPIC, 1).isEmpty());
		awaitConsumers();
	}

	// One of them is deregistered at once
	private void announceMany() {
		for (int i = 0; i <= 50; i++) {
			this.instance.store()
				.announce(
						new ConsumerRegistration(TOPIC, "client-" + i, new ConsumerOrigin("shop", "host-" + i, "REST"),
								new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(30), 3))));
		}
		this.instance.store().withdraw(TOPIC, "client-7");
	}

	private void awaitConsumers() {
		await().atMost(Duration.ofSeconds(10))
			.untilAsserted(() -> assertThat(this.instance.admin().topics().consumers(TOPIC)).hasSize(50)
				.noneMatch((consumer) -> consumer.consumer().id().equals("client-7")));
	}

	private boolean submit(String id) {
		this.instance.template().submit(Job.to(TOPIC).id(id).build());
		return true;
	}

}
