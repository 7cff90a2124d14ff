// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.health;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.actuate.SwitchedInspector;
import io.delay.store.admin.Operator;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The topics of a store are read in order, not too many and not too often.
 */
class TopicReaderTests {

	private final MemoryJobStore store = new MemoryJobStore();

	private final SwitchedInspector inspector = new SwitchedInspector(this.store);

	@Test
	void firstTopicsPrecedeOthersInAlphabeticalOrder() {
		use("d", "a", "c", "b");
		assertThat(reader(Set.of("d", "c", "unknown"), Duration.ZERO).read().topics().keySet()).containsExactly("c",
				"d", "a", "b");
	}

	@Test
	void numberOfTopicsIsLimited() {
		for (int i = 0; i < TopicReader.MAX_TOPICS + 2; i++) {
			use("topic-" + i);
		}
		TopicOverview overview = reader(Set.of("topic-9"), Duration.ZERO).read();
		assertThat(overview.topics()).hasSize(TopicReader.MAX_TOPICS).containsKey("topic-9");
		assertThat(overview.omitted()).isEqualTo(2);
		assertThat(overview.isPaused("topic-9")).isTrue();
		assertThat(overview.isPaused("topic-99")).isNull();
		assertThat(this.inspector.calls("statusWithoutSizes")).isEqualTo(TopicReader.MAX_TOPICS);
	}

	@Test
	void namesOfTopicsAreReadEachTimeAndStatusesAreReused() {
		use("a");
		TopicReader reader = reader(Set.of(), Duration.ofHours(1));
		TopicOverview first = reader.read();
		assertThat(reader.read()).isSameAs(first);
		assertThat(this.inspector.calls("topics")).isEqualTo(2);
		assertThat(this.inspector.calls("statusWithoutSizes")).isOne();
	}

	@Test
	void oldStatusIsReadAgain() {
		use("a");
		TopicReader reader = reader(Set.of(), Duration.ZERO);
		reader.read();
		this.store.resume("a");
		assertThat(reader.read().isPaused("a")).isFalse();
	}

	@Test
	void unreachableStoreIsReportedDespiteAnEarlierResult() {
		use("a");
		TopicReader reader = reader(Set.of(), Duration.ofHours(1));
		this.inspector.fail("statusWithoutSizes");
		assertThat(reader.read().isPaused("a")).isNull();
		this.inspector.fail("");
		assertThat(reader.read().isPaused("a")).isTrue();
		this.inspector.fail("topics");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(reader::read);
		this.store.resume("a");
		this.inspector.fail("");
		assertThat(reader.read().isPaused("a")).isFalse();
	}

	@Test
	void unreadableTopicsAffectOthersOnlyBeyondALimit() {
		use("a", "b", "c", "d", "e");
		TopicReader reader = reader(Set.of(), Duration.ZERO);
		this.inspector.failTopic("a", new TransientDataAccessResourceException("is being moved"));
		for (String topic : Set.of("b", "c")) {
			this.inspector.failTopic(topic, new DataAccessResourceFailureException("away"));
		}
		TopicOverview overview = reader.read();
		assertThat(overview.topics().get("a").problem()).isEqualTo("is being moved");
		assertThat(overview.topics().get("a").isUnreachable()).isFalse();
		assertThat(overview.topics().get("b").isUnreachable()).isTrue();
		assertThat(overview.isPaused("b")).isNull();
		assertThat(overview.isPaused("d")).isTrue();
		this.inspector.failTopic("d", new QueryTimeoutException("no answer"));
		assertThat(reader.read().topics()).containsKey("d").doesNotContainKey("e");
		assertThat(reader.read().omitted()).isOne();
	}

	@Test
	void concurrentCallersShareOneReading() throws Exception {
		use("a");
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		TopicReader reader = new TopicReader(this.inspector.inspector(), () -> {
			reading.countDown();
			await(goOn);
			return Set.of();
		}, Duration.ofHours(1));
		// The common pool of JDK 25 has only one thread on two processors
		Executor threads = (task) -> new Thread(task).start();
		CompletableFuture<TopicOverview> first = CompletableFuture.supplyAsync(reader::read, threads);
		await(reading);
		CompletableFuture<TopicOverview> second = CompletableFuture.supplyAsync(reader::read, threads);
		Awaitility.await().until(() -> this.inspector.calls("topics") == 2);
		goOn.countDown();
		first.get(10, TimeUnit.SECONDS);
		second.get(10, TimeUnit.SECONDS);
		assertThat(this.inspector.calls("statusWithoutSizes")).isOne();
	}

	private TopicReader reader(Set<String> first, Duration keep) {
		return new TopicReader(this.inspector.inspector(), () -> first, keep);
	}

	private void use(String... topics) {
		for (String topic : topics) {
			this.store.pause(topic, new Operator("alice"));
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
