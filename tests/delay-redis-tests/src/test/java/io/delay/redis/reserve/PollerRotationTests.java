// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.redis.RedisSpace;
import io.delay.redis.partition.TopicKeys;
import io.delay.redis.reserve.PollerRotation.Position;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.ReserveTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pollers look at an event one after the other.
 */
class PollerRotationTests {

	private static final String TOPIC = "orders";

	private final RedisSpace space = RedisSpace.shared();

	private final ScriptRunner runner = new ScriptRunner(this.space.producers(), new ScriptLibrary(), new ReplyFlags());

	private final TopicKeys keys = new TopicKeys(this.space.namespace(), TOPIC);

	@AfterEach
	void close() {
		this.space.close();
	}

	@Test
	void singlePollerReadsAtOnce() {
		assertThat(new Position(0, 1).stagger(0, 1_700_000_000_123L)).isZero();
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 10, 50, 200 })
	void onePollerReadsAtOnceAndTheOthersOneAfterAnother(int count) {
		for (long time = 1_700_000_000_000L; time < 1_700_000_000_100L; time++) {
			long now = time;
			List<Duration> staggers = IntStream.range(0, count)
				.mapToObj((number) -> new Position(number, count).stagger(3, now))
				.sorted()
				.toList();
			assertThat(staggers).doesNotHaveDuplicates().startsWith(Duration.ZERO);
			assertThat(staggers.get(1)).isLessThanOrEqualTo(Duration.ofMillis(4));
			assertThat(staggers.get(count - 1)).isLessThanOrEqualTo(Duration.ofMillis(50));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5, 10, 1000 })
	void everyPollerIsFirstEquallyOften(int interval) {
		int count = 10;
		int events = 10_000;
		long first = LongStream.range(0, events)
			.filter((event) -> new Position(7, count).stagger(0, 1_700_000_000_000L + event * interval).isZero())
			.count();
		assertThat(first).isBetween(events / count * 8L / 10, events / count * 12L / 10);
	}

	@Test
	void instancesThatAreAnnouncedTakeTurns() {
		PollerRotation first = rotation(true);
		announce(first, "first");
		announce(first, "also-first");
		assertThat(staggers(first)).containsOnly(Duration.ZERO);
		PollerRotation second = rotation(true);
		announce(second, "second");
		announce(first, "first");
		for (int event = 0; event < 100; event++) {
			assertThat(Stream.of(first.stagger(0, event), second.stagger(0, event)))
				.containsExactlyInAnyOrder(Duration.ZERO, Duration.ofMillis(4));
		}
		second.withdraw("second"); // sent before the next announcement
		announce(first, "first");
		assertThat(staggers(first)).containsOnly(Duration.ZERO);
	}

	@Test
	void clientsThatDoNotWaitForEventsDelayNoListener() {
		PollerRotation clients = rotation(false);
		IntStream.range(0, 10).forEach((number) -> announce(clients, "client-" + number));
		PollerRotation listener = rotation(true);
		announce(listener, "listener");
		assertThat(staggers(listener)).containsOnly(Duration.ZERO);
	}

	private static List<Duration> staggers(PollerRotation rotation) {
		return LongStream.range(0, 100).mapToObj((event) -> rotation.stagger(0, event)).toList();
	}

	private PollerRotation rotation(boolean subscribed) {
		PartitionSchedule schedule = new PartitionSchedule();
		if (subscribed) {
			schedule.subscribed();
		}
		return new PollerRotation(this.runner, this.keys, schedule);
	}

	private void announce(PollerRotation rotation, String id) {
		rotation.announce(new ConsumerRegistration(TOPIC, id, new ConsumerOrigin("shop", "host", "closer"),
				new ConsumerTerms(1, new ReserveTerms(Duration.ofSeconds(30), 3))));
		// Opens the connection, and its reply comes after that to the announcement
		consumers();
		rotation.connected();
		consumers();
	}

	private void consumers() {
		this.runner.run(RedisScript.CONSUMERS, TOPIC, this.keys.consumers(), new ScriptArguments().add(1000));
	}

}
