// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

import io.delay.job.JobState;
import io.delay.listener.JobHandler;
import io.delay.listener.ListenerSettings;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One timer per device, which each heartbeat postpones; two instances wait for timers
 * that fire. On a Redis of this machine, so that its clock is the local one.
 */
class TimerTests {

	private static final String TOPIC = "device-offline";

	private static final String SETTLEMENT_LOG = "io.delay.listener.settle.SettlementLog";

	private static final Duration TTR = Duration.ofMinutes(5);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Instance gateway = Instance.named("gateway").on(this.redis.port(), this.space.namespace());

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	@BeforeEach
	void silence() {
		// Settlements whose lease is void are what happens here, thousands of times
		this.logging.setLogLevel(SETTLEMENT_LOG, LogLevel.OFF);
	}

	@AfterEach
	void close() {
		this.logging.setLogLevel(SETTLEMENT_LOG, null);
		this.gateway.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	@Tag("thorough")
	void everyTimerFiresOnceAfterItsLastHeartbeat() throws Exception {
		TimerLog log = new TimerLog(100_000, 4);
		// Longer than a round of heartbeats takes on a machine that does much else
		Duration silence = Duration.ofSeconds(20);
		run(new HeartbeatLoad(TOPIC, 4, 500, 8, () -> silence), log, log.handler());
		assertThat(log.postponed(JobState.DELAYED)).as("heartbeats that came in time").isEqualTo(300_000);
		assertThat(log.problems()).isEmpty();
	}

	@Test
	@Tag("thorough")
	void timerFiresOnceForEachLateHeartbeat() throws Exception {
		TimerLog log = fireWhilePostponed();
		// How much else this machine does decides what heartbeats find how often
		for (int attempt = 2; attempt <= 5 && !notFound(log).isEmpty(); attempt++) {
			log = fireWhilePostponed();
		}
		assertThat(notFound(log)).as("what no heartbeat found").isEmpty();
	}

	// Null if no heartbeat came after its timer.
	private static List<JobState> notFound(TimerLog log) {
		return Stream.of(JobState.DELAYED, JobState.READY, JobState.RESERVED, null)
			.filter((state) -> log.postponed(state) == 0)
			.collect(Collectors.toList());
	}

	private TimerLog fireWhilePostponed() throws Exception {
		TimerLog log = new TimerLog(2_000, 8);
		JobHandler handler = log.handler();
		run(new HeartbeatLoad(TOPIC, 4, 10, 1, TimerTests::shortSilence), log, (job, context) -> {
			handler.handle(job, context);
			// All workers are busy until timers had to wait for them, however slow the
			// heartbeats are on this machine
			log.awaitReadyAndReserved(Duration.ofSeconds(10));
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		});
		assertThat(log.problems()).isEmpty();
		assertThat(log.postponed(JobState.FAILED)).isZero();
		return log;
	}

	// Some are longer than a batch takes on a machine that does much else, so that their
	// timers are still delayed at the next heartbeat
	private static Duration shortSilence() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		return Duration.ofMillis(random.nextLong((random.nextInt(8) == 0) ? 500 : 12));
	}

	/**
	 * Send the heartbeats to two instances, and return once all timers and handlers are
	 * done.
	 */
	private void run(HeartbeatLoad load, TimerLog log, JobHandler handler) throws Exception {
		long start = System.nanoTime();
		try (Instance first = instance("first", log); Instance second = instance("second", log)) {
			ListenerSettings.Builder settings = ListenerSettings.builder().concurrency(16).ttr(TTR);
			List<DelayListenerContainer> containers = List.of(first.listen(TOPIC, settings, handler),
					second.listen(TOPIC, settings, handler));
			load.run(this.gateway.template(), log);
			long submitted = System.nanoTime();
			String jobs = this.space.key(TOPIC, "jobs");
			await().atMost(Duration.ofSeconds(60)).until(() -> !this.space.template().hasKey(jobs));
			long fired = System.nanoTime();
			containers.forEach(DelayListenerContainer::stop);
			System.out.printf(
					"%,d heartbeats of %,d devices in %.1f s, all timers fired after %.1f s: %,d heartbeats "
							+ "found theirs delayed, %,d ready, %,d reserved, %,d gone%n",
					log.devices() * log.heartbeats(), log.devices(), (submitted - start) / 1e9, (fired - start) / 1e9,
					log.postponed(JobState.DELAYED), log.postponed(JobState.READY), log.postponed(JobState.RESERVED),
					log.postponed(null));
		}
	}

	private Instance instance(String name, TimerLog log) {
		return Instance.named(name).decorator(log::around).on(this.redis.port(), this.space.namespace());
	}

}
