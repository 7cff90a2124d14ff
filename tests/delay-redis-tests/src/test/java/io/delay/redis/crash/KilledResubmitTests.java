// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs that resubmit themselves while their instances are killed: no run is lost, and no
 * job goes back to an earlier run.
 */
@Tag("thorough")
@Timeout(60)
class KilledResubmitTests {

	private static final String TOPIC = "orders";

	private static final int JOBS = 300;

	private static final int KILLS = 3;

	private static final Duration TTR = Duration.ofSeconds(1);

	private final RedisSpace space = RedisSpace.shared();

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	@AfterEach
	void close() {
		this.survivor.close();
		this.space.close();
	}

	@Test
	void resubmittedJobsOfKilledInstancesRunInOrder(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("runs");
		this.survivor.template()
			.submitAll(IntStream.range(0, JOBS)
				.mapToObj((i) -> Job.to(TOPIC).id("order-" + i).payload("1").build())
				.toList());
		for (int kill = 1; kill <= KILLS; kill++) {
			int enough = kill * JOBS * ResubmittingWorker.LAST / (KILLS + 2);
			try (ChildProcess child = ChildProcess.start(ResubmittingWorker.class, Integer.toString(this.port),
					this.space.namespace(), TOPIC, TTR.toString(), file.toString())) {
				await().atMost(Duration.ofSeconds(20))
					.pollInterval(Duration.ofMillis(1))
					.until(() -> runs(file) >= enough);
				child.kill();
			}
		}
		this.survivor.listen(TOPIC, ListenerSettings.builder().concurrency(8), ResubmittingWorker.handler(file));
		await().atMost(Duration.ofSeconds(20)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		Map<String, Integer> reached = new HashMap<>();
		for (String line : Files.readAllLines(file)) {
			String[] words = line.split(" ");
			int run = Integer.parseInt(words[1]);
			int before = reached.getOrDefault(words[0], 0);
			assertThat(run).as(words[0]).isBetween(Math.max(1, before), before + 1);
			reached.put(words[0], run);
		}
		assertThat(reached).hasSize(JOBS).allSatisfy((id, run) -> assertThat(run).isEqualTo(ResubmittingWorker.LAST));
	}

	private static long runs(Path file) throws IOException {
		if (!Files.exists(file)) {
			return 0;
		}
		try (var lines = Files.lines(file)) {
			return lines.count();
		}
	}

}
