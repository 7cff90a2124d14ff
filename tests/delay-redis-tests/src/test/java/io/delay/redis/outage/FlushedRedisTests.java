// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisCallback;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.ListenerSettings;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.ConsumerRegistration;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests what happens when somebody empties Redis under producers and listeners that go
 * on.
 */
@Timeout(60)
@Tag("thorough")
class FlushedRedisTests {

	private static final String TOPIC = "orders";

	private static final Duration SOON = Duration.ofSeconds(10);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final List<Instance> instances = new ArrayList<>();

	private final HandledJobs handled = new HandledJobs();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.instances.forEach(Instance::close);
		this.space.close();
		this.redis.close();
	}

	@Test
	void topicKeepsItsNumberOfPartitionsAndLosesNoLaterJobs() throws Exception {
		Instance shop = instance(4);
		listen(shop);
		AtomicBoolean stopped = new AtomicBoolean();
		Set<String> submitted = ConcurrentHashMap.newKeySet();
		AtomicBoolean flushed = new AtomicBoolean();
		Future<?> producer = this.threads.submit((Callable<Void>) () -> {
			for (int i = 0; !stopped.get(); i++) {
				boolean afterwards = flushed.get();
				shop.template().submit(Job.to(TOPIC).id("job-" + i).payload("payload").build());
				if (afterwards) {
					submitted.add("job-" + i);
				}
			}
			return null;
		});
		await().atMost(SOON).until(() -> this.handled.ids().size() > 100);
		flush();
		flushed.set(true);
		await().atMost(SOON).until(() -> shop.admin().topics().names().contains(TOPIC));
		Instance other = instance(1);
		for (int i = 0; i < 3; i++) {
			assertThatIllegalStateException().isThrownBy(() -> other.template().submit(TOPIC, "payload", Duration.ZERO))
				.withMessageContaining("kept in 4 partitions, but this application is configured for 1");
		}
		await().atMost(SOON).until(() -> submitted.size() > 200);
		stopped.set(true);
		producer.get(10, TimeUnit.SECONDS);
		await().atMost(SOON).until(() -> this.handled.ids().containsAll(submitted));
	}

	@Test
	void listenersContinueAndAreListedAgain() {
		Instance shop = instance(1);
		listen(shop);
		ConsumerRegistration consumer = shop.admin().topics().consumers(TOPIC).get(0).consumer();
		flush();
		shop.template().submit(TOPIC, "payload", Duration.ZERO);
		await().atMost(SOON).until(() -> this.handled.ids().size() == 1);
		assertThat(shop.admin().topics().names()).containsExactly(TOPIC);
		assertThat(shop.admin().topics().consumers(TOPIC)).isEmpty();
		shop.store().announce(consumer);
		await().atMost(SOON).until(() -> shop.admin().topics().consumers(TOPIC).size() == 1);
	}

	@Test
	void onlyOneOfSeveralNumbersOfPartitionsIsAccepted() throws Exception {
		for (int round = 0; round < 30; round++) {
			Instance one = instance(1);
			Instance four = instance(4);
			flush();
			if (round % 2 == 1) {
				// Known to one of them
				((round % 4 == 1) ? one : four).template().submit(TOPIC, "payload", Duration.ofHours(1));
			}
			flush();
			CyclicBarrier start = new CyclicBarrier(2);
			Future<Integer> ofOne = this.threads.submit(() -> submitMany(one, start));
			Future<Integer> ofFour = this.threads.submit(() -> submitMany(four, start));
			assertThat(List.of(ofOne.get(20, TimeUnit.SECONDS), ofFour.get(20, TimeUnit.SECONDS)))
				.containsExactlyInAnyOrder(0, 20);
			assertThat(one.admin().topics().status(TOPIC).count(JobState.DELAYED)).isEqualTo(20);
			this.instances.forEach(Instance::close);
			this.instances.clear();
		}
	}

	private static int submitMany(Instance instance, CyclicBarrier start) throws Exception {
		start.await(10, TimeUnit.SECONDS);
		int submitted = 0;
		for (int i = 0; i < 20; i++) {
			try {
				instance.template().submit(TOPIC, "payload", Duration.ofHours(1));
				submitted++;
			}
			catch (DataAccessException | IllegalStateException ex) {
				assertThat(ex).hasMessageContaining("partitions");
			}
		}
		return submitted;
	}

	@Test
	void readsOfAnEmptiedTopicFindAndRecordNothing() {
		Instance shop = instance(4);
		String id = shop.template().submit(TOPIC, "payload", Duration.ofHours(1)).id();
		flush();
		assertThat(shop.admin().topics().status(TOPIC).counts().values()).containsOnly(0L);
		assertThat(shop.admin().jobs().find(TOPIC, id)).isEmpty();
		assertThat(shop.admin().jobs().page(TOPIC, JobState.DELAYED, null, 10).jobs()).isEmpty();
		assertThat(shop.admin().bulk().kickAll(TOPIC)).isZero();
		assertThat(shop.template().cancel(TOPIC, id)).isEmpty();
		assertThat(shop.admin().topics().resume(TOPIC)).isFalse();
		assertThat(shop.admin().topics().names()).isEmpty();
	}

	@Test
	void pauseOfAnEmptiedTopicRecordsTheTopic() {
		Instance shop = instance(4);
		shop.admin().topics().pause(TOPIC);
		flush();
		assertThat(shop.admin().topics().pause(TOPIC)).isTrue();
		assertThat(shop.admin().topics().names()).containsExactly(TOPIC);
		assertThat(instance(4).admin().topics().status(TOPIC).pause()).isNotNull();
	}

	@Test
	void onePartitionThatWasEmptiedIsOpenedAgain() {
		Instance shop = instance(4);
		shop.template().submit(TOPIC, "payload", Duration.ZERO);
		this.space.template().delete(this.space.key(TOPIC, 2, "meta"));
		listen(shop);
		for (int i = 0; i < 40; i++) {
			shop.template().submit(TOPIC, "payload", Duration.ZERO);
		}
		await().atMost(SOON).until(() -> this.handled.ids().size() == 41);
		assertThat(this.space.contents(TOPIC, 2).get("meta")).containsEntry("layout", "4;0");
	}

	@Test
	void lostListOfTopicsIsRestoredFromThePartitions() {
		instance(4).template().submit(TOPIC, "payload", Duration.ofHours(1));
		this.space.template().delete(this.space.namespace() + ":topics");
		assertThatIllegalStateException()
			.isThrownBy(() -> instance(8).template().submit(TOPIC, "payload", Duration.ZERO))
			.withMessageContaining("kept in 4 partitions");
		JobStoreInspector inspector = this.space.parts(this.space.options()).inspector();
		assertThat(inspector.topics()).containsExactly(TOPIC);
		assertThat(inspector.status(TOPIC).count(JobState.DELAYED)).isOne();
	}

	private Instance instance(int partitions) {
		Instance instance = Instance.named("instance-" + this.instances.size())
			.partitions(partitions)
			.on(this.redis.port(), this.space.namespace());
		this.instances.add(instance);
		return instance;
	}

	private void listen(Instance instance) {
		instance.listen(TOPIC, ListenerSettings.builder().concurrency(4), this.handled.handler("instance"));
		await().atMost(SOON).until(() -> !instance.admin().topics().consumers(TOPIC).isEmpty());
	}

	private void flush() {
		this.space.template().execute((RedisCallback<Void>) (connection) -> {
			connection.serverCommands().flushAll();
			return null;
		});
	}

}
