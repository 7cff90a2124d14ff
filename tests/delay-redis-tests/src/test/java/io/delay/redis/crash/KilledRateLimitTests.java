// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.delay.job.Job;
import io.delay.job.RateLimit;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An instance with a rate limit that is killed: no job is lost, and the instance that
 * follows begins with the permits that are left.
 */
@Tag("thorough")
@Timeout(60)
class KilledRateLimitTests {

	private static final String TOPIC = "orders";

	private static final int JOBS = 1000;

	/** How many jobs the child has handled when it is killed, at least. */
	private static final int HANDLED = 400;

	private static final int PER_SECOND = 200;

	private static final RateLimit RATE_LIMIT = RateLimit.of(PER_SECOND + "/s");

	private final RedisSpace space = RedisSpace.shared();

	private final int port = RedisForTests.shared().port();

	private final Instance survivor = Instance.named("survivor").on(this.port, this.space.namespace());

	@AfterEach
	void close() {
		this.survivor.close();
		this.space.close();
	}

	@Test
	void killedInstancesLoseNoJobsAndTheRateIsNotExceeded(@TempDir Path directory) throws Exception {
		Path byChild = directory.resolve("child");
		Path bySurvivor = directory.resolve("survivor");
		Set<String> ids = IntStream.range(0, JOBS).mapToObj((i) -> "order-" + i).collect(Collectors.toSet());
		this.survivor.template().submitAll(ids.stream().map((id) -> Job.to(TOPIC).id(id).build()).toList());
		try (ChildProcess child = ChildProcess.start(RateLimitedWorker.class, Integer.toString(this.port),
				this.space.namespace(), TOPIC, RATE_LIMIT.toString(), byChild.toString())) {
			await().atMost(Duration.ofSeconds(20))
				.pollInterval(Duration.ofMillis(1))
				.until(() -> Files.exists(byChild) && lines(byChild).size() >= HANDLED);
			child.kill();
		}
		Instant killedAt = Instant.now();
		Instant complete = Instant.EPOCH.plus(permits(), ChronoUnit.MICROS);
		assertThat(complete).isAfter(killedAt);
		this.survivor.listen(TOPIC, RateLimitedWorker.settings(RATE_LIMIT), RateLimitedWorker.handler(bySurvivor));
		await().atMost(Duration.ofSeconds(20)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		Set<String> handled = lines(byChild).stream().map((line) -> line.split(" ")[0]).collect(Collectors.toSet());
		List<String> after = lines(bySurvivor);
		handled.addAll(after.stream().map((line) -> line.split(" ")[0]).toList());
		assertThat(handled).isEqualTo(ids);
		List<Instant> starts = after.stream().map((line) -> Instant.parse(line.split(" ")[1])).sorted().toList();
		for (int i = 0; i < starts.size(); i++) {
			Duration earliest = Duration.ofSeconds(1).multipliedBy(i + 1L).dividedBy(PER_SECOND).minusSeconds(1);
			assertThat(starts.get(i)).as("start %d", i).isAfterOrEqualTo(complete.plus(earliest));
		}
	}

	private long permits() {
		Object permits = this.space.template().opsForHash().get(this.space.key(TOPIC, "meta"), "permits");
		return Long.parseLong(permits.toString());
	}

	private static List<String> lines(Path file) throws IOException {
		return Files.readAllLines(file).stream().filter((line) -> line.endsWith("Z")).toList();
	}

}
