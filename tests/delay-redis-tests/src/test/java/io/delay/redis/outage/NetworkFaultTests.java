// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.redis.net.TcpProxy;
import io.delay.redis.script.RedisScript;
import io.delay.redis.wakeup.RedisWakeUps;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The network between an instance and its Redis breaks under load, in every way that a
 * proxy can imitate: no confirmed job is lost, no refused one is stored, none runs twice
 * without need, and everything goes on by itself. The log has the figures of each fault.
 */
@Tag("thorough")
class NetworkFaultTests {

	private static final Log logger = LogFactory.getLog(NetworkFaultTests.class);

	private static final String PRODUCERS = "delay-producers";

	private static final String CONSUMERS = "delay-consumers";

	private static final String WAKE_UPS = "delay-wake-ups";

	private static final String ALL = "delay-";

	/** For faults that only a timeout finds. */
	private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(800);

	/** For all others, so that a busy machine does not add faults of its own. */
	private static final Duration LONG_COMMAND_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration PING_INTERVAL = Duration.ofMillis(300);

	/**
	 * How many submits can be unknown each time: one that is under way of each thread,
	 * and one that it sends before the connection is given up.
	 */
	private static final int MOST_UNKNOWN = 2 * FaultBench.PROXIED_SUBMITTERS;

	/** So long that nothing comes again by itself. */
	private static final Duration TTR = Duration.ofSeconds(60);

	/**
	 * A handshake that gets no answer runs into the command timeout, the next one begins
	 * a second later at most, and the poller looks half a second after that at most. As
	 * much again is for a busy machine. Far below the safety check, after 12 s.
	 */
	private static final Duration GOES_ON = Duration.ofSeconds(4);

	/** A dead connection for wake-ups is found by its ping first. */
	private static final Duration PING_FINDS_OUT = PING_INTERVAL.plus(COMMAND_TIMEOUT).plus(GOES_ON);

	/** 15 s and a fifth. The rest is for a busy machine. */
	private static final Duration SAFETY_CHECK = Duration.ofSeconds(18).plusSeconds(1);

	private static final int MOST_RUNS = 3;

	/** Lies idle while all other tests run, for it needs as long as they. */
	private static FaultBench silenced;

	private FaultBench bench;

	@BeforeAll
	static void beginSilenceOfWakeUps() {
		silenced = new FaultBench(LONG_COMMAND_TIMEOUT, RedisWakeUps.PING_INTERVAL, TTR);
		silenced.awaitRest();
		silenced.proxy().silence(WAKE_UPS);
		silenced.submitProbe("unheard");
		logger.info("| fault | connection | submitted | confirmed | unknown | refused | lost | doubled "
				+ "| handed back | ms until consumption went on | ms until idle topic was served |");
	}

	@AfterAll
	static void endSilenceOfWakeUps() throws InterruptedException {
		silenced.close();
	}

	@AfterEach
	void close() throws InterruptedException {
		if (this.bench != null) {
			this.bench.close();
		}
	}

	private void underLoad(Duration commandTimeout, Duration pingInterval) {
		this.bench = new FaultBench(commandTimeout, pingInterval, TTR);
		this.bench.listenDirectly();
		this.bench.startLoad();
	}

	@ParameterizedTest
	@EnumSource(names = { "HOLD", "NONE" }, mode = EnumSource.Mode.EXCLUDE)
	void brokenSubmitHasAnUnknownOutcomeAndAffectsNothingElse(TcpProxy.Fault fault) throws Exception {
		underLoad(timeout(fault), RedisWakeUps.PING_INTERVAL);
		this.bench.strike(PRODUCERS, RedisScript.SUBMIT, fault);
		Duration pause = this.bench.longestPause();
		FaultOutcome outcome = end(fault, PRODUCERS, pause);
		assertThat(outcome.unknown()).hasSizeBetween(FaultBench.STRIKES, FaultBench.STRIKES * MOST_UNKNOWN);
		assertThat(outcome.doubled()).isEmpty();
		assertThat(outcome.retried()).isEmpty();
		assertThat(this.bench.slowestSubmit()).isLessThan(timeout(fault).plusSeconds(1));
		assertThat(this.bench.handedBack()).isZero();
		assertThat(pause).isLessThan(GOES_ON);
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST", "RESET_REPLY", "SWALLOW_REPLY" })
	void jobsOfABrokenReserveAreDeliveredAgainAtOnceOnTheirFirstAttempt(TcpProxy.Fault fault) throws Exception {
		withoutStalls(fault, () -> {
			this.bench = new FaultBench(timeout(fault), RedisWakeUps.PING_INTERVAL, TTR);
			// alone, so that there are jobs for every reserve
			this.bench.startLoad();
			this.bench.strike(CONSUMERS, RedisScript.RESERVE, fault);
			Duration pause = this.bench.longestPause();
			this.bench.listenDirectly();
			FaultOutcome outcome = end(fault, CONSUMERS + " (reserve)", pause);
			assertOnlyConsumersSuffered(outcome, pause);
			assertThat(this.bench.handedBack() > 0).isEqualTo(fault != TcpProxy.Fault.CUT_REQUEST);
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST", "RESET_REPLY", "SWALLOW_REPLY" })
	void jobsOfBrokenAckRunOnce(TcpProxy.Fault fault) throws Exception {
		withoutStalls(fault, () -> {
			underLoad(timeout(fault), RedisWakeUps.PING_INTERVAL);
			this.bench.strike(CONSUMERS, RedisScript.ACK, fault);
			Duration pause = this.bench.longestPause();
			assertOnlyConsumersSuffered(end(fault, CONSUMERS + " (ack)", pause), pause);
		});
	}

	private static void assertOnlyConsumersSuffered(FaultOutcome outcome, Duration pause) {
		assertThat(outcome.unknown()).isEmpty();
		assertThat(outcome.refused()).isEmpty();
		assertThat(outcome.doubled()).isEmpty();
		assertThat(outcome.retried()).isEmpty();
		assertThat(pause).isLessThan(GOES_ON);
	}

	@ParameterizedTest
	@EnumSource
	void jobsAreHandledAfterTheLossOfAllConnections(TcpProxy.End end) throws Exception {
		underLoad(timeout(end), PING_INTERVAL);
		for (int i = 0; i < FaultBench.STRIKES; i++) {
			this.bench.end(ALL, end);
			this.bench.awaitNewJobs(GOES_ON);
		}
		Duration pause = this.bench.longestPause();
		FaultOutcome outcome = end(end, ALL, pause);
		assertThat(outcome.doubled()).isEmpty();
		assertThat(outcome.retried()).isEmpty();
		assertThat(pause).isLessThan(GOES_ON);
	}

	@ParameterizedTest
	@CsvSource({ PRODUCERS + ",20000,1500", CONSUMERS + ",20000,1500", ALL + ",20000,1500", ALL + ",300,3000" })
	void jobsAreHandledAfterASilenceOfTheNetwork(String connections, long pingMillis, long silenceMillis)
			throws Exception {
		underLoad(COMMAND_TIMEOUT, Duration.ofMillis(pingMillis));
		this.bench.proxy().silence(connections);
		this.bench.submitProbe("in-silence");
		FaultBench.pass(Duration.ofMillis(silenceMillis));
		long healed = System.nanoTime();
		this.bench.proxy().heal();
		Duration goneOn = this.bench.awaitConsumption(healed, GOES_ON);
		this.bench.awaitProbe("in-silence", GOES_ON);
		FaultOutcome outcome = end("silence of " + silenceMillis + " ms, PING after " + pingMillis + " ms", connections,
				goneOn);
		assertThat(outcome.unknown()).hasSizeLessThanOrEqualTo(MOST_UNKNOWN);
		assertThat(outcome.refused().isEmpty()).isEqualTo(connections.equals(CONSUMERS));
		assertThat(outcome.doubled()).isEmpty();
		assertThat(outcome.retried()).isEmpty();
		assertThat(this.bench.slowestSubmit()).isLessThan(COMMAND_TIMEOUT.plusSeconds(1));
		assertThat(goneOn).isLessThan(GOES_ON);
	}

	@Test
	void onlyReservedJobsRunTwiceAfterASilenceLongerThanTheTtr() throws Exception {
		Duration ttr = Duration.ofMillis(1500);
		this.bench = new FaultBench(COMMAND_TIMEOUT, RedisWakeUps.PING_INTERVAL, ttr);
		this.bench.startLoad();
		this.bench.proxy().silence(CONSUMERS);
		FaultBench.pass(Duration.ofMillis(100));
		Set<String> held = this.bench.heldByProxied();
		this.bench.listenDirectly();
		FaultBench.pass(ttr.plusSeconds(1));
		long healed = System.nanoTime();
		this.bench.proxy().heal();
		Duration goneOn = this.bench.awaitConsumption(healed, GOES_ON);
		FaultOutcome outcome = end("silence of 2500 ms, TTR 1500 ms", CONSUMERS, goneOn);
		assertThat(outcome.retried()).containsExactlyInAnyOrderElementsOf(held);
		assertThat(outcome.doubled()).isNotEmpty().isSubsetOf(held);
		assertThat(outcome.unknown()).isEmpty();
		assertThat(outcome.refused()).isEmpty();
	}

	@Test
	void slowNetworkCausesNoFailures() throws Exception {
		underLoad(LONG_COMMAND_TIMEOUT, RedisWakeUps.PING_INTERVAL);
		this.bench.proxy().slow(ALL, Duration.ofMillis(300));
		// the wake-up, and a reserve there and back
		assertThat(this.bench.probe("slow", GOES_ON)).isBetween(Duration.ofMillis(900), GOES_ON);
		long healed = System.nanoTime();
		this.bench.proxy().heal();
		Duration goneOn = this.bench.awaitConsumption(healed, GOES_ON);
		FaultOutcome outcome = end("300 ms each way", ALL, goneOn);
		assertThat(outcome.unknown()).isEmpty();
		assertThat(outcome.refused()).isEmpty();
		assertThat(outcome.doubled()).isEmpty();
		assertThat(outcome.retried()).isEmpty();
	}

	@Test
	void networkSlowerThanTheCommandTimeoutLosesNoJobs() throws Exception {
		underLoad(Duration.ofMillis(400), RedisWakeUps.PING_INTERVAL);
		this.bench.proxy().slow(ALL, Duration.ofMillis(300));
		FaultBench.pass(Duration.ofMillis(1500));
		long healed = System.nanoTime();
		this.bench.proxy().heal();
		Duration goneOn = this.bench.awaitConsumption(healed, GOES_ON);
		FaultOutcome outcome = end("300 ms each way, timeout 400 ms", ALL, goneOn);
		assertThat(outcome.unknown()).isNotEmpty();
		assertThat(outcome.doubled()).isEmpty();
		assertThat(outcome.retried()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void idleContainerIsWokenAfterItsSubscriptionBroke(TcpProxy.End end) throws Exception {
		underLoad(timeout(end), PING_INTERVAL);
		for (int i = 0; i < FaultBench.STRIKES; i++) {
			this.bench.end(WAKE_UPS, end);
			this.bench.probe("unheard-" + i, PING_FINDS_OUT);
		}
		Duration pause = this.bench.longestPause();
		FaultOutcome outcome = end(end, WAKE_UPS, pause);
		assertOnlyConsumersSuffered(outcome, pause);
	}

	@Test
	void safetyCheckFindsJobsIfTheWakeUpConnectionIsDead() {
		Duration late = silenced.awaitProbe("unheard", SAFETY_CHECK);
		logger.info("| silence, ping after 20000 ms | " + WAKE_UPS + " | - | - | - | - | - | - | - | - | "
				+ late.toMillis() + " |");
		// so it was not a wake-up
		assertThat(late).isBetween(Duration.ofSeconds(5), SAFETY_CHECK);
	}

	/**
	 * Run a test whose outcome tells nothing if the machine stands still for about as
	 * long as a command may take, because that is one more fault, of all connections. It
	 * runs again then; any other failure is one.
	 */
	private void withoutStalls(Enum<?> fault, Scenario scenario) throws Exception {
		for (int run = 1;; run++) {
			try {
				scenario.run();
				return;
			}
			catch (AssertionError ex) {
				Duration stall = this.bench.longestStall();
				String circumstances = "Run " + run + " with " + fault + ": the machine stood still for "
						+ stall.toMillis() + " ms, the slowest submit took " + this.bench.slowestSubmit().toMillis()
						+ " ms";
				if (run == MOST_RUNS || stall.compareTo(timeout(fault).dividedBy(2)) < 0) {
					throw new AssertionError(circumstances, ex);
				}
				logger.warn(circumstances, ex);
				this.bench.close();
			}
		}
	}

	private static Duration timeout(Enum<?> fault) {
		boolean silent = fault == TcpProxy.Fault.SWALLOW_REPLY || fault == TcpProxy.End.FORGET;
		return silent ? COMMAND_TIMEOUT : LONG_COMMAND_TIMEOUT;
	}

	/**
	 * What is true after every fault.
	 */
	private FaultOutcome end(Object fault, String connection, Duration goneOn) throws Exception {
		FaultOutcome outcome = this.bench.endLoad();
		Duration probe = this.bench.probe("afterwards", GOES_ON);
		logger.info("| " + fault.toString().toLowerCase(Locale.ROOT).replace('_', ' ') + " | " + connection
				+ ((connection.equals(ALL)) ? "*" : "") + " | " + outcome.submitted() + " | "
				+ outcome.confirmed().size() + " | " + outcome.unknown().size() + " | " + outcome.refused().size()
				+ " | " + outcome.lost().size() + " | " + outcome.doubled().size() + " | " + this.bench.handedBack()
				+ " | " + goneOn.toMillis() + " | " + probe.toMillis() + " |");
		assertThat(outcome.lost()).isEmpty();
		assertThat(outcome.left()).isEmpty();
		assertThat(outcome.storedThoughRefused()).isEmpty();
		assertThat(outcome.confirmed().size() + outcome.unknown().size() + outcome.refused().size())
			.isEqualTo(outcome.submitted());
		return outcome;
	}

	/**
	 * A test that can run more than once.
	 */
	@FunctionalInterface
	private interface Scenario {

		void run() throws Exception;

	}

}
