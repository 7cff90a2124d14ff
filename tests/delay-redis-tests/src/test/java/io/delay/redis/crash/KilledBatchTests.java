// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.delay.job.Job;
import io.delay.listener.BatchJobHandler;
import io.delay.redis.Delivery;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances that are killed while they handle batches: no job is lost, and jobs that were
 * not started lose no attempt.
 */
@Tag("thorough")
@Timeout(90)
class KilledBatchTests {

	private static final String TOPIC = "orders";

	private static final Duration TTR = Duration.ofSeconds(2);

	/** Long enough for the report of a start on a busy machine. */
	private static final Duration LONG_TTR = Duration.ofSeconds(10);

	private final RedisSpace space = RedisSpace.shared();

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	private final Queue<Delivery> bySurvivor = new ConcurrentLinkedQueue<>();

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

	private ChildProcess start(Path file, String mode, Duration ttr) throws IOException {
		return ChildProcess.start(BatchWorker.class, Integer.toString(this.port), this.space.namespace(), TOPIC,
				ttr.toString(), file.toString(), mode);
	}

	private void survive() {
		this.survivor.listen(TOPIC, BatchWorker.settings(),
				(BatchJobHandler) (jobs, contexts) -> contexts
					.forEach((context) -> this.bySurvivor.add(new Delivery("survivor", context.id(), context.attempt(),
							context.isRedelivered(), context.visibleSince(), context.deadline(), Instant.now()))));
		await().atMost(Duration.ofSeconds(30)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
	}

	private static List<String> lines(Path file) throws IOException {
		return Files.exists(file) ? Files.readAllLines(file) : List.of();
	}

	private static List<String> ids(Path file) throws IOException {
		return lines(file).stream().map((line) -> line.substring(0, line.indexOf(' '))).toList();
	}

	@Test
	void jobsOfAnInstanceThatIsKilledAtAnyMomentAreHandledElsewhere(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("handled");
		Set<String> ids = submit(10_000);
		try (ChildProcess child = start(file, "drain", TTR)) {
			await().atMost(Duration.ofSeconds(20))
				.pollInterval(Duration.ofMillis(1))
				.until(() -> Files.exists(file) && Files.size(file) > 1000 * "order-00000 1\n".length());
			child.kill();
		}
		survive();
		List<String> byChild = ids(file);
		List<String> bySurvivor = this.bySurvivor.stream().map(Delivery::id).toList();
		Set<String> lost = new HashSet<>(ids);
		byChild.forEach(lost::remove);
		bySurvivor.forEach(lost::remove);
		assertThat(lost).isEmpty();
		assertThat(byChild).doesNotHaveDuplicates();
		assertThat(bySurvivor).doesNotHaveDuplicates();
		// The handlers of the child were too fast for it to report that they had begun
		assertThat(this.bySurvivor).allSatisfy((delivery) -> assertThat(delivery.attempt()).isOne());
		Set<String> twice = new HashSet<>(byChild);
		twice.retainAll(Set.copyOf(bySurvivor));
		assertThat(this.bySurvivor.stream().filter(Delivery::redelivered).map(Delivery::id)).containsAll(twice);
	}

	@Test
	void onlyJobsOfStartedBatchesLoseAnAttempt(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("begun");
		int held = BatchWorker.CONCURRENCY * BatchWorker.BATCH;
		submit(2 * held);
		try (ChildProcess child = start(file, "block", LONG_TTR)) {
			await().atMost(Duration.ofSeconds(20)).until(() -> lines(file).size() == held);
			// The store knows by then that the handlers have begun
			await().atMost(LONG_TTR)
				.untilAsserted(() -> assertThat(this.space.contents(TOPIC).get("leases").values()).hasSize(held)
					.allSatisfy((lease) -> assertThat(lease).endsWith(";s")));
			child.kill();
		}
		survive();
		Set<String> begun = Set.copyOf(ids(file));
		assertThat(begun).hasSize(held);
		assertThat(this.bySurvivor).hasSize(2 * held)
			.allSatisfy((delivery) -> assertThat(delivery.attempt()).isEqualTo(begun.contains(delivery.id()) ? 2 : 1));
	}

	@Test
	void jobThatStopsItsJvmFailsNoOtherJobOfItsBatch(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("begun");
		Set<String> ids = submit(BatchWorker.BATCH);
		Set<Set<String>> done = Set.of(Set.of("meta", "jobs", "failed", "failures"));
		for (int start = 1; !done.contains(this.space.contents(TOPIC).keySet()); start++) {
			assertThat(start).as("starts of the JVM").isLessThanOrEqualTo(6);
			try (ChildProcess child = start(file, "halt", TTR)) {
				await().atMost(Duration.ofSeconds(30))
					.until(() -> !child.isAlive() || done.contains(this.space.contents(TOPIC).keySet()));
			}
		}
		assertThat(this.space.contents(TOPIC).get("failed")).containsOnlyKeys(BatchWorker.CULPRIT);
		assertThat(ids(file)).containsAll(ids);
		Map<String, Integer> begins = new HashMap<>();
		Set<String> delayed = new HashSet<>();
		for (String line : lines(file)) {
			String id = line.substring(0, line.indexOf(' '));
			int attempt = Integer.parseInt(line.substring(id.length() + 1));
			assertThat(attempt).as(line).isLessThanOrEqualTo(begins.merge(id, 1, Integer::sum));
			if (attempt > 1) {
				delayed.add(id);
			}
		}
		// Besides the culprit, only those whose acknowledgements it has prevented when it
		// was handled alone, beside one job of each other worker
		assertThat(delayed).hasSizeLessThan(2 * BatchWorker.CONCURRENCY);
	}

}
