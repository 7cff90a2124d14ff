// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.topic.RecentlyUsed;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link TopicReservers}, on a topic of four partitions.
 */
@Timeout(30)
@ExtendWith(OutputCaptureExtension.class)
class TopicReserverTests {

	private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

	private final PartitionBench bench = new PartitionBench();

	private final PartitionDriver driver = this.bench.driver();

	private final BlockingQueue<Duration> received = new LinkedBlockingQueue<>();

	@AfterEach
	void close() {
		this.bench.close();
	}

	// Turns

	@Test
	void largePartitionDoesNotBlockOthers() {
		this.bench.submit(IntStream.range(0, 40).mapToObj((number) -> this.bench.id(0, number)).toArray(String[]::new));
		this.bench.submitTo(1, 2, 3);
		List<String> ids = new ArrayList<>();
		for (int call = 0; call < 4; call++) {
			ReserveResult result = this.bench.reserve(5);
			assertThat(result.nextEvent()).isZero();
			ids.addAll(PartitionBench.idsOf(result));
		}
		assertThat(ids).hasSize(8).contains(this.bench.id(1, 0), this.bench.id(2, 0), this.bench.id(3, 0));
		assertThat(this.bench.reserve(5).jobs()).hasSize(5);
	}

	@Test
	void reserveEndsAtTheFirstPartitionWithJobs() {
		this.bench.submitTo(1, 3);
		ReserveResult first = this.bench.reserve(10);
		assertThat(PartitionBench.idsOf(first)).containsExactly(this.bench.id(1, 0));
		assertThat(first.nextEvent()).isZero();
		assertThat(this.driver.takeSent()).containsExactly("RESERVE 0", "RESERVE 1");
		ReserveResult second = this.bench.reserve(10);
		assertThat(PartitionBench.idsOf(second)).containsExactly(this.bench.id(3, 0));
		assertThat(second.nextEvent()).isZero();
		assertThat(this.driver.takeSent()).containsExactly("RESERVE 2", "RESERVE 3");
		ReserveResult third = this.bench.reserve(10);
		assertThat(third.jobs()).isEmpty();
		assertThat(third.nextEvent()).isPositive().isLessThanOrEqualTo(PartitionBench.TTR.plusMillis(1));
	}

	// Wake-ups

	@Test
	void wakeUpCausesOneReserveOfItsPartition() throws Exception {
		fallAsleep();
		this.bench.submitTo(2);
		assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		ReserveResult result = this.bench.reserve(10);
		assertThat(PartitionBench.idsOf(result)).containsExactly(this.bench.id(2, 0));
		// before the lease ends, the others need a look
		assertThat(result.nextEvent()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(18));
		assertThat(this.driver.takeSent()).containsExactly("RESERVE 2");
	}

	@Test
	void wakeUpsOfTwoPartitionsCauseTwoReserves() throws Exception {
		fallAsleep();
		this.bench.submitTo(0, 2);
		this.received.poll(5, TimeUnit.SECONDS);
		this.received.poll(5, TimeUnit.SECONDS);
		assertThat(this.bench.reserve(10).nextEvent()).isZero();
		assertThat(this.bench.reserve(10).nextEvent()).isPositive();
		assertThat(this.driver.takeSent()).containsExactlyInAnyOrder("RESERVE 0", "RESERVE 2");
	}

	@Test
	void eventsOfOtherPartitionsAreRemembered() throws Exception {
		this.bench.submitTo(1);
		ReserveRequest request = new ReserveRequest(PartitionBench.TOPIC, "host/1:1", 10,
				new ReserveTerms(Duration.ofSeconds(20), 3));
		this.bench.reservers().reserve(request);
		this.driver.takeSent();
		fallAsleep();
		this.bench.submitTo(2);
		assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		// the lease of partition 1 ends before that of partition 2
		assertThat(this.bench.reserve(10).nextEvent()).isBetween(Duration.ofSeconds(5),
				Duration.ofSeconds(20).plusMillis(1));
		assertThat(this.driver.takeSent()).containsExactly("RESERVE 2");
	}

	// Failures

	@Test
	void failingPartitionDoesNotDelayOthersAndIsReadAgain(CapturedOutput output) throws Exception {
		fallAsleep();
		this.driver.fail(1, PartitionDriver.Fault.UNREACHABLE);
		this.bench.submitTo(1, 2);
		this.received.poll(5, TimeUnit.SECONDS);
		this.received.poll(5, TimeUnit.SECONDS);
		List<String> ids = new ArrayList<>(PartitionBench.idsOf(this.bench.reserve(10)));
		ReserveResult empty = this.bench.reserve(10);
		assertThat(ids).containsExactly(this.bench.id(2, 0));
		assertThat(empty.jobs()).isEmpty();
		assertThat(empty.nextEvent()).isBetween(Duration.ZERO, FIRST_PAUSE.multipliedBy(4));
		// A slot that moves is soon there again and not told of
		assertThat(output.getOut()).doesNotContain("Partition 1 of topic 'orders'");
		await().atMost(Duration.ofSeconds(10)).until(() -> {
			this.bench.reserve(10);
			return output.getOut().contains("Partition 1 of topic 'orders' cannot be polled");
		});
		this.driver.fix(1);
		assertThat(reserveWhenDue()).containsExactly(this.bench.id(1, 0));
		assertThat(output.getOut().lines().filter((line) -> line.contains("Partition 1 of topic 'orders'")))
			.singleElement()
			.asString()
			.contains("cannot be polled");
	}

	@Test
	void jobsOfALostReplyAreHandedBackBeforeThePartitionIsReadAgain() throws Exception {
		fallAsleep();
		this.driver.fail(1, PartitionDriver.Fault.NO_REPLY);
		this.bench.submitTo(1);
		assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		ReserveResult lost = this.bench.reserve(10);
		assertThat(lost.jobs()).isEmpty();
		assertThat(this.bench.space().contents(PartitionBench.TOPIC, 1).get("leases")).hasSize(1);
		this.driver.fix(1);
		this.driver.takeSent();
		awaitEvent(lost);
		ReserveResult result = this.bench.reserve(10);
		assertThat(PartitionBench.idsOf(result)).containsExactly(this.bench.id(1, 0));
		assertThat(result.jobs().get(0).terms().attempt()).isEqualTo(1);
		assertThat(this.driver.takeSent()).startsWith("HAND_BACK 1", "RESERVE 1");
	}

	@Test
	void partitionIsNotReadUntilItsLostTokenIsHandedBack() throws Exception {
		fallAsleep();
		this.driver.fail(1, PartitionDriver.Fault.UNREACHABLE);
		this.bench.reservers().handBack(PartitionBench.TOPIC, "host/1:1");
		this.driver.takeSent();
		this.bench.submitTo(1, 2);
		this.received.poll(5, TimeUnit.SECONDS);
		this.received.poll(5, TimeUnit.SECONDS);
		this.bench.reserve(10);
		this.bench.reserve(10);
		assertThat(this.driver.takeSent()).contains("HAND_BACK 1", "RESERVE 2").doesNotContain("RESERVE 1");
	}

	@Test
	void failureIsThrownOnlyIfNoPartitionReplies() {
		List.of(0, 1, 2).forEach((partition) -> this.driver.fail(partition, PartitionDriver.Fault.UNREACHABLE));
		assertThat(this.bench.reserve(10).jobs()).isEmpty();
		this.driver.fail(3, PartitionDriver.Fault.UNREACHABLE);
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> this.bench.reserve(10));
		this.driver.fix(2);
		this.bench.submitTo(2);
		assertThat(PartitionBench.idsOf(this.bench.reserve(10))).containsExactly(this.bench.id(2, 0));
	}

	// Removal of reservers

	@Test
	void leastRecentlyUsedReserversAreRemoved() {
		this.bench.submitTo(1);
		this.driver.fail(1, PartitionDriver.Fault.NO_REPLY);
		assertThat(this.bench.reserve(10).jobs()).isEmpty();
		useOtherTopics(1, RecentlyUsed.MAX);
		assertThat(this.bench.reserve(10).jobs()).isEmpty();
		useOtherTopics(RecentlyUsed.MAX, 2 * RecentlyUsed.MAX - 1);
		this.driver.fix(1);
		this.driver.takeSent();
		assertThat(PartitionBench.idsOf(this.bench.reserve(10))).containsExactly(this.bench.id(1, 0));
		assertThat(this.driver.takeSent()).containsSubsequence("HAND_BACK 1", "RESERVE 1");
		assertThat(this.bench.reservers().size()).isEqualTo(RecentlyUsed.MAX);
	}

	@Test
	void subscriptionRemainsWhenItsReserverIsRemoved() throws Exception {
		fallAsleep();
		useOtherTopics(0, RecentlyUsed.MAX);
		this.bench.submitTo(2);
		assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		assertThat(PartitionBench.idsOf(this.bench.reserve(10))).containsExactly(this.bench.id(2, 0));
	}

	// Calls that send nothing to Redis
	private void useOtherTopics(int from, int to) {
		IntStream.range(from, to).forEach((number) -> this.bench.reservers().withdraw("other-" + number, "nobody"));
	}

	// Hand-back

	@Test
	void tokenIsHandedBackInAllPartitions() {
		this.bench.submitTo(0, 1, 2, 3);
		ReserveRequest request = this.bench.request(10);
		IntStream.range(0, 4).forEach((call) -> this.bench.reservers().reserve(request));
		assertThat(handBack(request)).isEqualTo(4);
		assertThat(handBack(request)).isZero();
	}

	@Test
	void failedHandBackOfOnePartitionIsRepeatedLater() {
		this.bench.submitTo(0, 1, 2, 3);
		ReserveRequest request = this.bench.request(10);
		IntStream.range(0, 4).forEach((call) -> this.bench.reservers().reserve(request));
		this.driver.fail(1, PartitionDriver.Fault.UNREACHABLE);
		assertThat(handBack(request)).isEqualTo(3);
		this.driver.fix(1);
		this.driver.takeSent();
		List<String> ids = new ArrayList<>();
		for (int call = 0; call < 4; call++) {
			ReserveResult result = this.bench.reserve(10);
			assertThat(result.jobs()).allSatisfy((job) -> assertThat(job.terms().attempt()).isEqualTo(1));
			ids.addAll(PartitionBench.idsOf(result));
		}
		assertThat(ids).hasSize(4);
		assertThat(this.driver.takeSent()).containsSubsequence("HAND_BACK 1", "RESERVE 1");
	}

	@Test
	void failedHandBackOfAllPartitionsIsReportedAndCanBeRepeated() {
		this.bench.submitTo(0);
		ReserveRequest request = this.bench.request(10);
		this.bench.reservers().reserve(request);
		List.of(0, 1, 2, 3).forEach((partition) -> this.driver.fail(partition, PartitionDriver.Fault.UNREACHABLE));
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(() -> handBack(request));
		List.of(0, 1, 2, 3).forEach(this.driver::fix);
		assertThat(handBack(request)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "UNREACHABLE", "BUSY" })
	void unexecutedReservesNeedNoHandBack(PartitionDriver.Fault fault) {
		List.of(0, 1, 2, 3).forEach((partition) -> this.driver.fail(partition, fault));
		for (int call = 0; call < 5; call++) {
			ReserveRequest request = this.bench.request(10);
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.bench.reservers().reserve(request));
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> handBack(request));
		}
		List.of(0, 1, 2, 3).forEach(this.driver::fix);
		this.driver.takeSent();
		this.bench.reserve(10);
		assertThat(this.driver.takeSent()).isNotEmpty().allMatch((sent) -> sent.startsWith("RESERVE "));
	}

	@Test
	void tokensOfFailedHandBacksAreHandedBackInOneCall() {
		this.bench.submit(this.bench.id(0, 0), this.bench.id(0, 1));
		List<ReserveRequest> requests = List.of(this.bench.request(1), this.bench.request(1));
		requests.forEach((request) -> assertThat(this.bench.reservers().reserve(request).jobs()).hasSize(1));
		this.driver.fail(0, PartitionDriver.Fault.UNREACHABLE);
		requests.forEach((request) -> assertThat(handBack(request)).isZero());
		this.driver.fix(0);
		this.driver.takeSent();
		List<String> ids = new ArrayList<>();
		IntStream.range(0, 4).forEach((call) -> ids.addAll(PartitionBench.idsOf(this.bench.reserve(10))));
		assertThat(ids).containsExactlyInAnyOrder(this.bench.id(0, 0), this.bench.id(0, 1));
		assertThat(this.driver.takeSent()).containsOnlyOnce("HAND_BACK 0");
	}

	private int handBack(ReserveRequest request) {
		return this.bench.reservers().handBack(PartitionBench.TOPIC, request.token());
	}

	// Be told of wake-ups, and know of all partitions that they have nothing.
	private void fallAsleep() throws InterruptedException {
		this.bench.reservers().subscribe(PartitionBench.TOPIC, this.received::add);
		assertThat(this.received.poll(5, TimeUnit.SECONDS)).isZero();
		assertThat(this.bench.reserve(10).jobs()).isEmpty();
		assertThat(this.driver.takeSent()).containsExactlyInAnyOrder("RESERVE 0", "RESERVE 1", "RESERVE 2",
				"RESERVE 3");
	}

	private List<String> reserveWhenDue() throws InterruptedException {
		ReserveResult result = this.bench.reserve(10);
		while (result.jobs().isEmpty()) {
			awaitEvent(result);
			result = this.bench.reserve(10);
		}
		return PartitionBench.idsOf(result);
	}

	// As a consumer waits: until the next event, or a wake-up before that.
	private void awaitEvent(ReserveResult result) throws InterruptedException {
		this.received.poll(result.nextEvent().toNanos(), TimeUnit.NANOSECONDS);
	}

}
