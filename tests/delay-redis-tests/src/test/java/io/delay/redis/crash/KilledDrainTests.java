// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.types.RedisClientInfo;

import io.delay.job.Job;
import io.delay.listener.ListenerSettings;
import io.delay.redis.Delivery;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An instance that is killed while it handles thousands of jobs and sends their
 * settlements in batches: none is lost, and only those run twice whose leases had not
 * ended.
 */
@Tag("thorough")
@Timeout(60)
class KilledDrainTests {

	private static final Log logger = LogFactory.getLog(KilledDrainTests.class);

	private static final String TOPIC = "orders";

	private static final int JOBS = 10_000;

	private static final int CONCURRENCY = 16;

	/** What the child has handled when it is killed, at least. */
	private static final int HANDLED = 1000;

	private static final Duration TTR = Duration.ofSeconds(2);

	private static final Duration TOLERANCE = Duration.ofMillis(500);

	/** For what the child had not reserved, on a busy machine. */
	private static final Duration DRAIN = Duration.ofSeconds(5);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Queue<Delivery> bySurvivor = new ConcurrentLinkedQueue<>();

	private final Instance survivor = Instance.named("survivor").on(this.redis.port(), this.space.namespace());

	private Set<String> ids;

	private Path file;

	@BeforeEach
	void submit(@TempDir Path directory) {
		this.file = directory.resolve("handled");
		this.ids = IntStream.range(0, JOBS).mapToObj("order-%05d"::formatted).collect(Collectors.toSet());
		this.survivor.template().submitAll(this.ids.stream().map((id) -> Job.to(TOPIC).id(id).build()).toList());
	}

	@AfterEach
	void close() {
		this.survivor.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void jobsOfAnInstanceKilledAtAnyMomentAreFinishedElsewhere() throws Exception {
		try (ChildProcess child = start()) {
			awaitDrain();
			kill(child);
		}
		assertThatTheSurvivorFinishes(reserved());
	}

	@Test
	void onlyJobsWithSettlementsInProgressRunTwice() throws Exception {
		try (ChildProcess child = start()) {
			awaitDrain();
			// Handlers go on with what they hold, and no settlement is carried out
			client("PAUSE", "10000", "WRITE");
			await().atMost(Duration.ofSeconds(5))
				.until(() -> handledByChild().stream().anyMatch(reserved()::containsKey));
			kill(child);
		}
		Map<String, Instant> reserved = reserved();
		assertThat(handledByChild()).containsAnyElementsOf(reserved.keySet());
		client("UNPAUSE");
		assertThatTheSurvivorFinishes(reserved);
	}

	private ChildProcess start() throws IOException {
		return ChildProcess.start(DrainingWorker.class, Integer.toString(this.redis.port()), this.space.namespace(),
				TOPIC, Integer.toString(CONCURRENCY), TTR.toString(), this.file.toString());
	}

	private void awaitDrain() {
		long size = HANDLED * "order-00000\n".length();
		await().atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(1))
			.until(() -> Files.exists(this.file) && Files.size(this.file) >= size);
	}

	private void kill(ChildProcess child) throws InterruptedException {
		assertThat(consumers()).isOne();
		child.kill();
		// What it has sent is carried out or dropped by then
		await().atMost(Duration.ofSeconds(5)).pollInterval(Duration.ofMillis(2)).until(() -> consumers() == 0);
	}

	private long consumers() {
		RedisCallback<List<RedisClientInfo>> clients = (connection) -> connection.serverCommands().getClientList();
		return this.space.template()
			.execute(clients)
			.stream()
			.filter((client) -> "delay-consumers".equals(client.getName()))
			.count();
	}

	// No lease ends before another instance looks.
	private Map<String, Instant> reserved() {
		Map<String, Instant> reserved = new HashMap<>();
		this.space.template()
			.opsForZSet()
			.rangeWithScores(this.space.key(TOPIC, "reserved"), 0, -1)
			.forEach((entry) -> reserved.put(entry.getValue(), Instant.ofEpochMilli(entry.getScore().longValue())));
		return reserved;
	}

	private List<String> handledByChild() throws IOException {
		return Files.readAllLines(this.file, StandardCharsets.UTF_8);
	}

	private void client(String... arguments) {
		RedisCallback<Object> command = (connection) -> connection.execute("CLIENT",
				Stream.of(arguments)
					.map((argument) -> argument.getBytes(StandardCharsets.UTF_8))
					.toArray(byte[][]::new));
		this.space.template().execute(command);
	}

	private void assertThatTheSurvivorFinishes(Map<String, Instant> reserved) throws IOException {
		this.survivor.listen(TOPIC, ListenerSettings.builder().concurrency(CONCURRENCY),
				(job, context) -> this.bySurvivor.add(new Delivery("survivor", context.id(), context.attempt(),
						context.isRedelivered(), context.visibleSince(), context.deadline(), Instant.now())));
		await().atMost(TTR.plus(TOLERANCE).plus(DRAIN))
			.until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
		List<String> byChild = handledByChild();
		List<String> bySurvivor = this.bySurvivor.stream().map(Delivery::id).toList();
		assertThat(byChild).hasSizeGreaterThanOrEqualTo(HANDLED).doesNotHaveDuplicates();
		assertThat(bySurvivor).doesNotHaveDuplicates().containsAll(reserved.keySet());
		Set<String> lost = new HashSet<>(this.ids);
		byChild.forEach(lost::remove);
		bySurvivor.forEach(lost::remove);
		assertThat(lost).isEmpty();
		Set<String> twice = new HashSet<>(byChild);
		twice.retainAll(Set.copyOf(bySurvivor));
		assertThat(twice).isSubsetOf(reserved.keySet());
		assertThat(this.bySurvivor).allSatisfy((delivery) -> {
			Instant leaseEnd = reserved.get(delivery.id());
			// The handlers of the child were too fast for it to report that they had
			// begun
			assertThat(delivery.attempt()).isOne();
			assertThat(delivery.redelivered()).isEqualTo(leaseEnd != null);
			assertThat(delivery.startedAt()).isAfterOrEqualTo((leaseEnd != null) ? leaseEnd : delivery.visibleSince());
		});
		logger.info(byChild.size() + " jobs were handled before the kill, " + reserved.size() + " were held, "
				+ twice.size() + " ran twice");
	}

}
