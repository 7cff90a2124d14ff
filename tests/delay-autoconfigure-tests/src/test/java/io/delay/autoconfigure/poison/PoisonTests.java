// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.poison;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.poison.PoisonedApplication.Effect;
import io.delay.autoconfigure.poison.PoisonedApplication.Order;
import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.HostName;
import io.delay.store.JobFailures;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Bad jobs among good ones, in two applications: each bad one is buried with its reason,
 * and none of the good ones is lost over it.
 */
@Tag("thorough")
class PoisonTests {

	private static final int GOOD = 5_000;

	private static final Duration SPREAD = Duration.ofSeconds(9);

	private static final int BAD = Stream.of(Poison.values()).mapToInt(Poison::count).sum();

	/**
	 * A job whose neighbour takes all memory can run out of it, too, or not be settled
	 * for lack of it. Its reason says so then, and that is as true.
	 */
	private static final String NEIGHBOUR = "java.lang.OutOfMemoryError.*|TTR of \\d+ ms elapsed";

	private static final int MAX_AFFECTED = 16;

	private final String namespace = "test-" + UUID.randomUUID();

	private final String[] properties = { "spring.data.redis.host=" + RedisForTests.shared().host(),
			"spring.data.redis.port=" + RedisForTests.shared().port(), "delay.namespace=" + this.namespace,
			"spring.data.redis.timeout=2s", "delay.listener.shutdown-timeout=200ms" };

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class,
				DelayStartupCheckAutoConfiguration.class))
		.withPropertyValues(this.properties);

	@AfterEach
	void deleteTheKeys() {
		this.runner.run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			ScanOptions options = ScanOptions.scanOptions().match("*" + this.namespace + "*").build();
			try (Cursor<String> keys = redis.scan(options)) {
				redis.delete(keys.stream().toList());
			}
		});
	}

	@Test
	void invalidJobsAreBuriedWithTheirReasonAndValidJobsAreDone() {
		this.runner.run((context) -> {
			Set<String> good = submit(context);
			try (ChildApplications children = new ChildApplications(
					Stream.of(this.properties).map("--"::concat).toArray(String[]::new))) {
				children.start("first");
				children.start("second");
				awaitOnlyFailed(context.getBean(JobStoreInspector.class));
				await().atMost(Duration.ofSeconds(5)).until(() -> children.done().size() >= good.size());
				assertThat(children.done()).isEqualTo(good);
				assertThat(children.exitCodes()).isNotEmpty().containsOnly(PoisonedApplication.EXIT_CODE);
			}
			assertReasons(context.getBean(DelayTemplate.class));
			assertThat(context.getBean(DelayAdmin.class).topics().auditAll(PoisonedApplication.TOPIC, 10).findings())
				.isEmpty();
		});
	}

	private Set<String> submit(ApplicationContext context) {
		List<Job> jobs = new ArrayList<>();
		for (int i = 0; i < GOOD; i++) {
			jobs.add(Job.to(PoisonedApplication.TOPIC)
				.id("good-" + i)
				.payload(new Order(Effect.NONE))
				.delay(SPREAD.multipliedBy(i).dividedBy(GOOD))
				.build());
		}
		Set<String> good = jobs.stream().map(Job::id).collect(Collectors.toSet());
		for (Poison poison : Poison.values()) {
			IntStream.range(0, poison.count()).mapToObj(poison::job).forEach(jobs::add);
		}
		context.getBean(DelayTemplate.class).submitAll(jobs);
		StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
		String records = "{" + this.namespace + ":" + PoisonedApplication.TOPIC + ":0}:jobs";
		for (int i = 0; i < Poison.CORRUPT.count(); i++) {
			CorruptRecords.damage(redis.opsForHash(), records, Poison.CORRUPT.id(i), i);
		}
		return good;
	}

	private static void awaitOnlyFailed(JobStoreInspector inspector) {
		Map<JobState, Long> expected = Map.of(JobState.DELAYED, 0L, JobState.READY, 0L, JobState.RESERVED, 0L,
				JobState.FAILED, (long) BAD);
		// Applications that crash start again, which takes long on a busy machine
		await().atMost(Duration.ofMinutes(3))
			.pollInterval(Duration.ofMillis(200))
			.untilAsserted(() -> assertThat(inspector.status(PoisonedApplication.TOPIC).counts()).isEqualTo(expected));
	}

	private static void assertReasons(DelayTemplate template) {
		String host = HostName.resolve();
		List<String> affected = new ArrayList<>();
		for (Poison poison : Poison.values()) {
			for (int i = 0; i < poison.count(); i++) {
				StoredJob job = template.find(PoisonedApplication.TOPIC, poison.id(i)).orElseThrow();
				JobFailures failures = job.failures();
				assertThat(job.state()).as(job.id()).isEqualTo(JobState.FAILED);
				assertThat(failures.last().host()).as(job.id()).isEqualTo((poison != Poison.CORRUPT) ? host : "redis");
				if (!poison.explains(failures.last(), failures.attempts(), i)) {
					affected.add(job.id() + " after " + failures.attempts() + ": " + failures.last().error());
				}
			}
		}
		assertThat(affected).hasSizeLessThanOrEqualTo(MAX_AFFECTED)
			.allSatisfy((text) -> assertThat(text).matches("(THROWS|OUT_OF_MEMORY)-\\d+ after \\d: (" + NEIGHBOUR + ")|"
					+ "NO_JSON-\\d+ after [2-9]: .*UnprocessableJobException.*"));
		System.out.println("Bad jobs that suffered from other bad ones: " + affected);
	}

}
