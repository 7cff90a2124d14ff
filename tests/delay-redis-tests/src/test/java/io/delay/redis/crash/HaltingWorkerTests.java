// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.delay.job.Job;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.store.JobFailures;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A job that ends the JVM of its handler is FAILED after its attempts, and none of those
 * that ran beside it is.
 */
@Tag("thorough")
@Timeout(90)
class HaltingWorkerTests {

	private static final String TOPIC = "orders";

	private static final int JOBS = 9;

	private static final Duration TTR = Duration.ofSeconds(1);

	private static final Set<Set<String>> DONE = Set.of(Set.of("meta"), Set.of("meta", "jobs", "failed", "failures"));

	private final RedisSpace space = RedisSpace.shared();

	private final int port = RedisForTests.shared().port();

	private final Instance parent = Instance.named("parent").on(this.port, this.space.namespace());

	@AfterEach
	void close() {
		this.parent.close();
		this.space.close();
	}

	static IntStream repetitions() {
		return IntStream.range(0, Integer.getInteger("delay.test.repetitions", 8));
	}

	@ParameterizedTest
	@MethodSource("repetitions")
	void onlyTheJobThatStopsItsJvmFails(int repetition, @TempDir Path directory) throws Exception {
		Path begun = directory.resolve("begun");
		// At once, or while other handlers are running
		int pause = 15 * (repetition % 4);
		this.parent.template()
			.submitAll(IntStream.range(0, JOBS).mapToObj((i) -> Job.to(TOPIC).id("order-" + i).build()).toList());
		for (int start = 1; !isDone(); start++) {
			assertThat(start).as("starts of the JVM").isLessThanOrEqualTo(10);
			try (ChildProcess child = ChildProcess.start(HaltingWorker.class, Integer.toString(this.port),
					this.space.namespace(), TOPIC, "8", TTR.toString(), begun.toString(), Integer.toString(pause))) {
				await().atMost(Duration.ofSeconds(30)).until(() -> !child.isAlive() || isDone());
			}
		}
		assertThat(this.space.contents(TOPIC).getOrDefault("failed", Map.of())).containsOnlyKeys(HaltingWorker.CULPRIT);
		JobFailures failures = this.parent.template().find(TOPIC, HaltingWorker.CULPRIT).orElseThrow().failures();
		assertThat(failures.last().error()).isEqualTo("TTR of 1000 ms elapsed");
		assertThat(failures.last().host()).isEqualTo("child");
		assertThat(failures.attempts()).isEqualTo(3);
		assertThatNoAttemptIsLostThatHasNotBegun(Files.readAllLines(begun), failures);
	}

	private boolean isDone() {
		return DONE.contains(this.space.contents(TOPIC).keySet());
	}

	private static void assertThatNoAttemptIsLostThatHasNotBegun(List<String> begun, JobFailures culprit) {
		Map<String, Integer> begins = new HashMap<>();
		for (String line : begun) {
			String id = line.substring(0, line.indexOf(' '));
			int attempt = Integer.parseInt(line.substring(id.length() + 1));
			assertThat(attempt).as("attempt of " + line).isLessThanOrEqualTo(begins.merge(id, 1, Integer::sum));
		}
		assertThat(begins.keySet())
			.isEqualTo(IntStream.range(0, JOBS).mapToObj((i) -> "order-" + i).collect(Collectors.toSet()));
		assertThat(culprit.attempts()).isLessThanOrEqualTo(begins.get(HaltingWorker.CULPRIT));
	}

}
