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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import io.delay.job.Job;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Instances are killed while their failure handlers run: every failed job reaches a
 * failure handler that runs to its end, and is FAILED with its own reason after that.
 */
@Tag("thorough")
@Timeout(90)
class KilledFailureHandlerTests {

	private static final String TOPIC = "orders";

	private static final int JOBS = 2000;

	private static final int KILLS = 3;

	private static final Duration TTR = Duration.ofSeconds(1);

	private final RedisSpace space = RedisSpace.shared();

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	private final Logger policyLog = (Logger) LoggerFactory.getLogger("io.delay.listener");

	@AfterEach
	void close() {
		this.policyLog.setLevel(null);
		this.survivor.close();
		this.space.close();
	}

	@Test
	void failureHandlersReceiveAllFailedJobsOfKilledInstances(@TempDir Path directory) throws Exception {
		this.policyLog.setLevel(Level.ERROR);
		Path file = directory.resolve("handled");
		Set<String> ids = IntStream.range(0, JOBS).mapToObj("order-%04d"::formatted).collect(Collectors.toSet());
		this.survivor.template().submitAll(ids.stream().map((id) -> Job.to(TOPIC).id(id).payload(id).build()).toList());
		for (int kill = 1; kill <= KILLS; kill++) {
			int enough = kill * JOBS / (KILLS + 2);
			try (ChildProcess child = ChildProcess.start(FailureHandlingWorker.class, Integer.toString(this.port),
					this.space.namespace(), TOPIC, TTR.toString(), file.toString())) {
				await().atMost(Duration.ofSeconds(20))
					.pollInterval(Duration.ofMillis(1))
					.until(() -> handled(file).size() >= enough);
				child.kill();
			}
			assertThat(handled(file)).containsAll(failed());
		}
		DelayListenerContainer container = FailureHandlingWorker.container(this.survivor.store(), TOPIC, TTR, file);
		container.start();
		try {
			await().atMost(Duration.ofSeconds(30)).until(() -> failed().size() == JOBS);
		}
		finally {
			container.stop();
		}
		assertThat(new HashSet<>(handled(file))).isEqualTo(ids).isEqualTo(failed());
		assertThat(this.space.contents(TOPIC)).doesNotContainKeys("reserved", "leases", "waiting");
		assertThat(this.space.contents(TOPIC).get("failures").values())
			.allSatisfy((failure) -> assertThat(failure).startsWith("1")
				.containsPattern("\n(java.lang.IllegalStateException: no stock|TTR of 1000 ms elapsed)\u001e"));
	}

	private Set<String> failed() {
		return this.space.contents(TOPIC).getOrDefault("failed", Map.of()).keySet();
	}

	private static List<String> handled(Path file) throws IOException {
		return Files.exists(file) ? Files.readAllLines(file) : List.of();
	}

}
