// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.delay.job.Job;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances are killed while asynchronous results are pending: no job is lost, and only
 * jobs whose handlers have begun lose an attempt.
 */
@Tag("thorough")
@Timeout(90)
class KilledAsyncTests {

	private static final String TOPIC = "orders";

	private static final Duration TTR = Duration.ofSeconds(6);

	private final RedisSpace space = RedisSpace.shared();

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	/** The attempts by id. */
	private final Map<String, Integer> bySurvivor = new ConcurrentHashMap<>();

	@AfterEach
	void close() {
		this.survivor.close();
		this.space.close();
	}

	private Set<String> submit(int count) {
		Set<String> ids = IntStream.range(0, count).mapToObj("order-%05d"::formatted).collect(Collectors.toSet());
		this.survivor.template().submitAll(ids.stream().sorted().map((id) -> Job.to(TOPIC).id(id).build()).toList());
		return ids;
	}

	private ChildProcess start(Path file, String mode) throws IOException {
		return ChildProcess.start(AsyncWorker.class, Integer.toString(this.port), this.space.namespace(), TOPIC,
				TTR.toString(), file.toString(), mode);
	}

	private void survive() {
		this.survivor.listen(TOPIC, AsyncWorker.settings(TTR),
				(job, context) -> assertThat(this.bySurvivor.put(context.id(), context.attempt())).isNull());
		await().atMost(Duration.ofSeconds(30)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
	}

	private static List<String> lines(Path file) throws IOException {
		return Files.exists(file) ? Files.readAllLines(file) : List.of();
	}

	@Test
	void pendingJobsOfAKilledInstanceAreHandledByAnother(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("complete");
		Set<String> ids = submit(10_000);
		try (ChildProcess child = start(file, "complete")) {
			await().atMost(Duration.ofSeconds(20))
				.pollInterval(Duration.ofMillis(1))
				.until(() -> lines(file).size() >= 2_000);
			child.kill();
		}
		List<String> byChild = lines(file);
		assertThat(byChild).doesNotHaveDuplicates().hasSizeLessThan(ids.size());
		survive();
		Set<String> handled = new HashSet<>(byChild);
		handled.addAll(this.bySurvivor.keySet());
		assertThat(handled).isEqualTo(ids);
	}

	@Test
	void onlyJobsWhoseHandlersHaveStartedLoseAnAttempt(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("begun");
		Set<String> ids = submit(2 * AsyncWorker.CONCURRENCY);
		try (ChildProcess child = start(file, "block")) {
			await().atMost(Duration.ofSeconds(20)).until(() -> lines(file).size() == AsyncWorker.CONCURRENCY);
			// The store knows by then that the handlers have begun
			await().atMost(TTR)
				.untilAsserted(() -> assertThat(this.space.contents(TOPIC).get("leases").values())
					.hasSize(AsyncWorker.CONCURRENCY)
					.allSatisfy((lease) -> assertThat(lease).endsWith(";s")));
			child.kill();
		}
		survive();
		Set<String> begun = Set.copyOf(lines(file));
		assertThat(begun).hasSize(AsyncWorker.CONCURRENCY);
		assertThat(this.bySurvivor.keySet()).isEqualTo(ids);
		this.bySurvivor.forEach((id, attempt) -> assertThat(attempt).isEqualTo(begun.contains(id) ? 2 : 1));
	}

}
