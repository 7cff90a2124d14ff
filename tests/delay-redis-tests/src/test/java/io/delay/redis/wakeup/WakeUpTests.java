// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.lettuce.core.KillArgs;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.ListenerSettings;
import io.delay.redis.CommandCounts;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.net.TcpProxy;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Nothing polls in vain, and nothing is late for it.
 */
class WakeUpTests {

	private static final String TOPIC = "orders";

	/** Far below the safety check, and far above what a wake-up takes. */
	private static final Duration AWAKE = Duration.ofSeconds(8);

	/** The driver connects again within a second; the safety check comes after twelve. */
	private static final Duration CONNECTED_AGAIN = Duration.ofSeconds(8);

	private final EmbeddedRedis redis = EmbeddedRedis.start("lua-time-limit 100");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final CommandCounts counts = new CommandCounts(this.space.template());

	private final HandledJobs handled = new HandledJobs();

	private final Instance consumer = Instance.named("consumer").on(this.redis.port(), this.space.namespace());

	private final Instance producer = Instance.named("producer").on(this.redis.port(), this.space.namespace());

	@BeforeEach
	void sleepUntilFarAwayJob() {
		submit("far-away", Duration.ofHours(1));
		this.consumer.listen(TOPIC, ListenerSettings.builder(), this.handled.handler("consumer"));
		submit("first", Duration.ZERO);
		awaitHandled("first", AWAKE);
		awaitAsleep();
	}

	@AfterEach
	void close() {
		this.consumer.close();
		this.producer.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void idleContainerReceivesANewEarlierJobAtOnce() {
		for (int i = 0; i < 5; i++) {
			submit("now-" + i, Duration.ZERO);
			awaitHandled("now-" + i, AWAKE);
			submit("soon-" + i, Duration.ofMillis(50));
			awaitHandled("soon-" + i, AWAKE);
		}
	}

	@Test
	void idleContainerReceivesRescheduledAndReplacedJobsAtOnce() {
		submit("postponed", Duration.ofHours(2));
		assertThat(this.producer.template().reschedule(TOPIC, "postponed", Duration.ZERO)).contains(JobState.DELAYED);
		awaitHandled("postponed", AWAKE);
		assertThat(this.producer.template().reschedule(TOPIC, "far-away", Duration.ofMillis(50)))
			.contains(JobState.DELAYED);
		awaitHandled("far-away", AWAKE);
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void idleContainerSendsNoCommands() {
		this.consumer.listen("empty", ListenerSettings.builder(), this.handled.handler("consumer"));
		awaitAsleep(Duration.ofSeconds(1));
		this.counts.reset();
		await().pollDelay(Duration.ofSeconds(4)).until(() -> true);
		Map<String, Long> calls = new TreeMap<>(this.counts.calls());
		calls.remove("info");
		// The test's own; Redis 7 and later count each subcommand
		calls.keySet().removeIf((command) -> command.startsWith("config"));
		assertThat(calls).isEmpty();
	}

	@Test
	void lostWakeUpIsFoundOnceTheConnectionIsBack() {
		for (int i = 0; i < 3; i++) {
			String id = "unheard-" + i;
			killSubscribers();
			submit(id, Duration.ZERO);
			awaitHandled(id, CONNECTED_AGAIN);
			awaitAsleep();
		}
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void connectionLostDuringABlockingScriptDelaysNoLaterJob() throws Exception {
		HandledJobs late = new HandledJobs();
		try (TcpProxy proxy = new TcpProxy(this.redis.port());
				Instance listening = Instance.named("listening")
					.commandTimeout(Duration.ofSeconds(2))
					.on(proxy.port(), this.space.namespace())) {
			submit("later", "far-away", Duration.ofHours(1));
			listening.listen("later", ListenerSettings.builder(), late.handler("listening"));
			List<Long> before = lateness(late, "before");
			try (BlockingScript script = new BlockingScript(this.redis.port())) {
				assertThat(proxy.end("delay-wake-ups", TcpProxy.End.CLOSE)).isOne();
				await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
			}
			// The driver has reserved since the script was killed
			awaitAsleep(Duration.ofSeconds(1));
			List<Long> after = lateness(late, "after");
			System.out.println("| late in ms | before the script " + before + " | after it " + after + " |");
		}
	}

	private List<Long> lateness(HandledJobs handled, String prefix) {
		return IntStream.range(0, 5).mapToObj((i) -> {
			String id = prefix + "-" + i;
			submit("later", id, Duration.ZERO);
			long submitted = System.nanoTime();
			await().atMost(AWAKE).pollInterval(Duration.ofMillis(1)).until(() -> handled.ids().contains(id));
			return Duration.ofNanos(System.nanoTime() - submitted).toMillis();
		}).toList();
	}

	private void killSubscribers() {
		RedisCallback<Object> kill = (connection) -> ((RedisServerAsyncCommands<?, ?>) connection.getNativeConnection())
			.clientKill(KillArgs.Builder.typePubsub())
			.toCompletableFuture()
			.join();
		// Until it has connected again after the last time
		await().atMost(CONNECTED_AGAIN).until(() -> this.space.template().execute(kill).equals(1L));
	}

	private void submit(String id, Duration delay) {
		submit(TOPIC, id, delay);
	}

	private void submit(String topic, String id, Duration delay) {
		this.producer.template().submit(Job.to(topic).id(id).delay(delay).build());
	}

	private void awaitHandled(String id, Duration atMost) {
		await().atMost(atMost).pollInterval(Duration.ofMillis(2)).until(() -> this.handled.ids().contains(id));
	}

	/**
	 * Wait until the containers have asked for the last time before they sleep.
	 */
	private void awaitAsleep() {
		awaitAsleep(Duration.ofMillis(200));
	}

	private void awaitAsleep(Duration silence) {
		AtomicLong seen = new AtomicLong(-1);
		await().atMost(Duration.ofSeconds(10))
			.pollInterval(silence)
			.until(() -> seen.getAndSet(clientCalls()) == seen.get());
	}

	private long clientCalls() {
		Map<String, Long> calls = this.counts.calls();
		return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L) + calls.getOrDefault("subscribe", 0L);
	}

}
