// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;

import io.delay.job.Job;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests a consumer that pulls jobs again and again while Redis is unreachable.
 */
@Tag("thorough")
@Timeout(120)
class PullAfterOutageTests {

	private static final String TOPIC = "orders";

	private static final int FAILED_RESERVES = 20_000;

	private static final int LEASES = 2000;

	private final EmbeddedRedis redis = EmbeddedRedis.start("appendonly yes");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Instance instance = Instance.named("puller").on(this.redis.port(), this.space.namespace());

	@AfterEach
	void close() throws InterruptedException {
		this.instance.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void reservesThatFailedInAnOutageAreNotHandedBack() throws Exception {
		DelayTemplate template = this.instance.template();
		List<Job> jobs = IntStream.rangeClosed(0, LEASES)
			.mapToObj((number) -> Job.to(TOPIC).id("job-" + number).payload("x").build())
			.toList();
		template.submitAll(jobs);
		int held = 0;
		while (held < LEASES) {
			held += template.reserve(TOPIC, Math.min(100, LEASES - held), Duration.ofMinutes(10), 3).size();
		}
		this.redis.stop();
		for (int call = 0; call < FAILED_RESERVES; call++) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> template.reserve(TOPIC, 1));
		}
		this.redis.restart();
		await().atMost(Duration.ofSeconds(20))
			.ignoreExceptions()
			.until(() -> template.find(TOPIC, "job-0").isPresent());
		double cpu = redisCpu();
		long start = System.nanoTime();
		// The connection of consumers may be restored later than that of producers
		await().atMost(Duration.ofSeconds(20))
			.ignoreExceptions()
			.untilAsserted(() -> assertThat(template.reserve(TOPIC, 1)).hasSize(1));
		System.out.printf("First reserve after %d failed ones: %d ms, %.0f ms of Redis CPU%n", FAILED_RESERVES,
				Duration.ofNanos(System.nanoTime() - start).toMillis(), (redisCpu() - cpu) * 1000);
		assertThat(info("commandstats").getProperty("cmdstat_hscan")).isNull();
	}

	private double redisCpu() {
		Properties cpu = info("cpu");
		return Double.parseDouble(cpu.getProperty("used_cpu_user"))
				+ Double.parseDouble(cpu.getProperty("used_cpu_sys"));
	}

	private Properties info(String section) {
		try (RedisConnection connection = this.space.producers().open()) {
			return connection.serverCommands().info(section);
		}
	}

}
