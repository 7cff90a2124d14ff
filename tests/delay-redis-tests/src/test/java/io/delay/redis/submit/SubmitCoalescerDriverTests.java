// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.lettuce.core.RedisException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.redis.outage.FaultBench;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the calls that the submits of many threads share, with a driver that fails or
 * gives no reply.
 */
class SubmitCoalescerDriverTests {

	private static final Duration LONG = Duration.ofSeconds(5);

	private static final Duration SHORT = Duration.ofSeconds(2);

	private DriverDouble driver;

	private SubmitCommand submits;

	private List<SubmitCaller> leaders;

	private DriverDouble.Call first;

	private DriverDouble.Call second;

	/**
	 * Have both calls under way.
	 */
	private void start(Duration commandTimeout) {
		this.driver = new DriverDouble(commandTimeout);
		this.submits = this.driver.submits();
		this.leaders = queueAll("leader-", SubmitBench.LEADERS);
		this.first = this.driver.next();
		this.second = this.driver.next();
	}

	@Test
	void rejectedCallsDoNotBlockTheThreadOfTheDriver() throws Exception {
		start(LONG);
		List<SubmitCaller> callers = IntStream.range(0, 10).mapToObj((i) -> queue(large("order-" + i))).toList();
		AtomicInteger sent = new AtomicInteger();
		Thread driversThread = Thread.currentThread();
		this.driver.setFault((call) -> {
			if (Thread.currentThread() == driversThread) {
				sent.incrementAndGet();
			}
			call.completeExceptionally(new RedisException("Currently not connected. Commands are rejected."));
		});
		this.first.completeExceptionally(new RedisException("Connection disconnected"));
		for (SubmitCaller caller : callers) {
			caller.end().checkNotSent();
		}
		assertThat(sent).hasValue(1);
		this.driver.fix();
		this.second.succeed();
		checkCreated(this.leaders.get(1));
		checkBothPlacesAreFree();
	}

	@Test
	void driverOutOfMemoryDoesNotLoseAPlaceForCalls() throws Exception {
		start(LONG);
		List<SubmitCaller> aboard = queueAll("aboard-", 3);
		this.driver.setFault((call) -> {
			throw new OutOfMemoryError("for a test");
		});
		this.first.succeed();
		checkCreated(this.leaders.get(0));
		for (SubmitCaller caller : aboard) {
			caller.end().checkInDoubt();
		}
		this.driver.fix();
		this.second.succeed();
		checkCreated(this.leaders.get(1));
		checkBothPlacesAreFree();
	}

	@Test
	void unreadableReplyMakesTheOutcomeUnknownAtOnce() throws Exception {
		start(LONG);
		this.first.complete(List.of());
		this.second.complete(List.of(0L, 0L));
		for (SubmitCaller leader : this.leaders) {
			assertThat(leader.end().checkInDoubt().took()).isLessThan(LONG);
		}
		checkBothPlacesAreFree();
	}

	@Test
	@Tag("thorough")
	@Tag("versions")
	void callsWithoutReplyDoNotLoseAPlaceForCalls() throws Exception {
		start(SHORT);
		for (SubmitCaller leader : this.leaders) {
			leader.end().checkInDoubt();
		}
		checkBothPlacesAreFree();
	}

	@Test
	void submitThatNoCallIncludesInTimeIsNotSent() throws Exception {
		start(SHORT);
		queue(large("a"));
		queue(large("b"));
		SubmitCaller late = queue(SubmitBench.job("late"));
		// calls that leave later end later
		FaultBench.pass(SHORT.dividedBy(3));
		this.first.succeed();
		this.second.succeed();
		List<DriverDouble.Call> before = List.of(this.driver.next(), this.driver.next());
		late.end().checkNotSent();
		assertThat(late.failure()).hasMessageContaining("no call could be sent within 2000 ms");
		before.forEach(DriverDouble.Call::succeed);
		assertThat(this.driver.hasNext()).isFalse();
		checkBothPlacesAreFree();
	}

	private SubmitCaller queue(NewJob... jobs) {
		return SubmitCaller.start(this.submits::execute, jobs).awaitQueued();
	}

	private List<SubmitCaller> queueAll(String prefix, int count) {
		return IntStream.range(0, count).mapToObj((i) -> queue(SubmitBench.job(prefix + i))).toList();
	}

	private void checkBothPlacesAreFree() throws Exception {
		List<SubmitCaller> callers = queueAll("afterwards-", SubmitBench.LEADERS);
		List<DriverDouble.Call> calls = List.of(this.driver.next(), this.driver.next());
		calls.forEach(DriverDouble.Call::succeed);
		for (SubmitCaller caller : callers) {
			checkCreated(caller);
		}
	}

	private static void checkCreated(SubmitCaller caller) throws InterruptedException {
		SubmitResult result = caller.end().result();
		assertThat(result.id()).isEqualTo(caller.ids().get(0));
		assertThat(result.status()).isEqualTo(SubmitStatus.CREATED);
	}

	// A job that leaves no room for another.
	private static NewJob large(String id) {
		return SubmitBench.job(id, "x".repeat(256 * 1024), ConflictPolicy.KEEP);
	}

}
