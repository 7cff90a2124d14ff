// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.assertj.core.api.ThrowableAssert;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.delay.admin.DelayAdmin;
import io.delay.boot.test.TestApplication.NoAnswerException;
import io.delay.boot.test.TestApplication.Order;
import io.delay.boot.test.TestApplication.Orders;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.observation.JobOutcome;
import io.delay.store.StoredJob;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link DelayTester} in a whole application. No Redis answers.
 */
@SpringBootTest(classes = TestApplication.class,
		properties = { "spring.data.redis.port=1", "delay.failed.max-age=1d", "delay.startup-check=warn" })
@AutoConfigureDelay(time = "2026-01-31T09:00:00.123456789Z")
class DelayTesterTests {

	private static final Instant START = Instant.parse("2026-01-31T09:00:00.123Z");

	private static final Duration TIMEOUT = Duration.ofMinutes(30);

	@Autowired
	private DelayTester delay;

	@Autowired
	private DelayTemplate delayTemplate;

	@Autowired
	private DelayAdmin delayAdmin;

	@Autowired
	private DelayListenerRegistry registry;

	@Autowired
	private Clock clock;

	@Autowired
	private Orders orders;

	@BeforeEach
	void setUp() {
		this.orders.reset();
	}

	@Test
	void jobRunsWhenTheClockReachesItsDueTime() {
		submit("order-timeout", "7", TIMEOUT);
		assertThat(this.delay).topic("order-timeout").hasJob("7").dueIn(TIMEOUT).dueAt(START.plus(TIMEOUT));
		assertThat(this.delay.advance(TIMEOUT.minusMillis(1))).isEmpty();
		assertThat(this.orders.handled()).isEmpty();
		assertThat(this.delay.advance(Duration.ofMillis(1)))
			.containsExactly(new JobRun("order-timeout", "7", 1, START.plus(TIMEOUT), JobOutcome.ACKED, null));
		assertThat(this.orders.handled()).containsExactly("7 at " + START.plus(TIMEOUT));
		assertThat(this.orders.threads()).containsExactly(Thread.currentThread());
		assertThat(this.delay).topic("order-timeout").hasNoJob("7").hasNoJobs();
	}

	@Test
	void jobsOfAllTopicsRunInTheOrderOfTheirDueTimesAndIds() {
		submit("order-timeout", "4", Duration.ofMinutes(20));
		submit("order-timeout", "2", Duration.ofMinutes(10));
		submit("order-reminder", "3", Duration.ofMinutes(10));
		submit("order-timeout", "1", Duration.ofMinutes(10));
		submit("order-reminder", "5", Duration.ofMinutes(5));
		assertThat(this.delay.advanceTo(START.plus(TIMEOUT))).extracting(JobRun::id)
			.containsExactly("5", "1", "2", "3", "4");
		assertThat(this.orders.handled().get(0)).isEqualTo("5 at " + START.plus(Duration.ofMinutes(5)));
		assertThat(this.delay.now()).isEqualTo(START.plus(TIMEOUT));
	}

	@Test
	void jobsThatHandlersSubmitRunInTheSameCall() {
		this.delayTemplate.submit("chain", "1", Duration.ZERO);
		assertThat(this.delay.advance(Duration.ofMinutes(1))).extracting(JobRun::time)
			.containsExactly(START, START.plusSeconds(60));
		assertThat(this.delay.advance(Duration.ofMinutes(5))).extracting(JobRun::time)
			.containsExactly(START.plusSeconds(120));
		assertThat(this.delay).topic("chain").hasNoJobs();
	}

	@Test
	void failedJobIsRetriedWithItsBackoffAndThenKept() {
		submit("callback", "7", Duration.ZERO, "broken");
		List<JobRun> first = this.delay.runDue("callback");
		assertThat(first).singleElement().satisfies((run) -> {
			assertThat(run.outcome()).isEqualTo(JobOutcome.RETRIED);
			assertThat(run.exception()).isInstanceOf(NoAnswerException.class);
		});
		assertThat(this.delay).topic("callback").hasJob("7").dueIn(Duration.ofSeconds(10));
		assertThat(this.delay.advance(Duration.ofHours(1))).extracting(JobRun::attempt, JobRun::time, JobRun::outcome)
			.containsExactly(tuple(2, START.plusSeconds(10), JobOutcome.RETRIED),
					tuple(3, START.plusSeconds(40), JobOutcome.FAILED));
		assertThat(this.delay).topic("callback")
			.hasFailed("7")
			.with(NoAnswerException.class)
			.withReasonContaining("no answer for 7");
		assertThat(this.orders.buried()).singleElement().satisfies((event) -> assertThat(event.id()).isEqualTo("7"));
		assertThat(this.orders.threads()).containsOnly(Thread.currentThread());
	}

	@Test
	void transactionsOfHandlersAreCommittedAndRolledBack() {
		submit("callback", "1", Duration.ZERO, "tea");
		submit("callback", "2", Duration.ZERO, "broken");
		this.delay.runDue("callback");
		assertThat(this.orders.state("1")).isEqualTo("called");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.orders.state("2"));
	}

	@Test
	void failureHandlerGetsTheJobInTheSameCall() {
		submit("fragile", "1", Duration.ZERO);
		assertThat(this.delay.advance(Duration.ofMinutes(1))).extracting(JobRun::time, JobRun::outcome)
			.containsExactly(tuple(START, JobOutcome.RETRIED), tuple(START.plusSeconds(10), JobOutcome.FAILED),
					tuple(START.plusSeconds(10), JobOutcome.FAILURE_HANDLED));
		assertThat(this.orders.handled()).containsExactly("1 at " + START.plusSeconds(10));
		assertThat(this.delay).topic("fragile")
			.hasFailed("1")
			.with(NoAnswerException.class)
			.withReasonContaining("NoAnswerException");
	}

	@Test
	void methodSubmitsItsJobOnceItsTransactionHasCommitted() {
		this.orders.place("1", "tea");
		assertThatExceptionOfType(NoAnswerException.class).isThrownBy(() -> this.orders.place("2", "broken"));
		assertThat(this.delay).topic("order-reminder").hasJobCount(1).hasJob("1").dueIn(Duration.ofHours(1));
		this.delay.advance(Duration.ofHours(1));
		assertThat(this.orders.handled()).containsExactly("1 at " + START.plus(Duration.ofHours(1)));
	}

	@Test
	void runDueRunsTheDueJobsOfOneTopic() {
		submit("order-timeout", "1", Duration.ZERO);
		submit("order-timeout", "2", Duration.ofMillis(1));
		submit("order-reminder", "3", Duration.ZERO);
		assertThat(this.delay.runDue("order-timeout")).extracting(JobRun::id).containsExactly("1");
		assertThat(this.delay.now()).isEqualTo(START);
		assertThat(this.delay.jobs("order-reminder")).extracting(StoredJob::state).containsExactly(JobState.READY);
	}

	@Test
	void jobsOfStoppedListenersAndPausedTopicsWait() {
		submit("order-timeout", "1", TIMEOUT);
		submit("order-reminder", "2", TIMEOUT);
		this.delayAdmin.topics().pause("order-timeout");
		this.registry.containers()
			.stream()
			.filter((container) -> container.topic().equals("order-reminder"))
			.forEach((container) -> {
				container.stop();
				assertThat(this.delay.advance(TIMEOUT)).isEmpty();
				container.start();
			});
		this.delayAdmin.topics().resume("order-timeout");
		assertThat(this.delay.advance(Duration.ZERO)).extracting(JobRun::id).containsExactly("1", "2");
	}

	@Test
	void endlessJobsAreReported() {
		this.delayTemplate.submit("endless", "x", Duration.ZERO);
		assertThatIllegalStateException().isThrownBy(() -> this.delay.advance(Duration.ofDays(1)))
			.withMessageContaining("'endless'")
			.withMessageContaining("submit each other");
		this.delay.clear();
		assertThat(this.delay.advance(Duration.ofDays(1))).isEmpty();
	}

	@Test
	void handlerMustNotRunJobs() {
		AtomicReference<Throwable> rejection = new AtomicReference<>();
		this.orders.hook(() -> this.delay.advance(Duration.ZERO));
		submit("hook", "1", Duration.ZERO);
		this.delay.advance(Duration.ZERO).forEach((run) -> rejection.set(run.exception()));
		assertThat(rejection.get()).isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("A handler must not run jobs");
	}

	@Test
	void leaseThatIsNotSettledExpiresWithTheClock() {
		submit("order-timeout", "1", Duration.ZERO);
		assertThat(this.delayTemplate.reserve("order-timeout", 1, Duration.ofMinutes(2), 5)).hasSize(1);
		assertThat(this.delay.advance(Duration.ofMinutes(3)))
			.containsExactly(new JobRun("order-timeout", "1", 2, START.plusSeconds(120), JobOutcome.ACKED, null));
	}

	@Test
	void applicationHasTheClock() {
		this.delay.advance(TIMEOUT);
		assertThat(this.clock.instant()).isEqualTo(START.plus(TIMEOUT)).isEqualTo(this.delay.clock().instant());
		ZoneId zone = ZoneId.of("Asia/Shanghai");
		assertThat(this.clock.withZone(zone).getZone()).isEqualTo(zone);
		assertThat(this.clock.withZone(zone).instant()).isEqualTo(this.delay.now());
	}

	@RepeatedTest(2)
	void eachTestMethodHasItsOwnJobsAndTime() {
		assertThat(this.delay.now()).isEqualTo(START);
		assertThat(this.delay).topic("order-timeout").hasNoJobs();
		submit("order-timeout", "left", Duration.ofDays(2));
		this.delayAdmin.topics().pause("order-timeout");
		this.delay.advance(Duration.ofDays(1));
	}

	@Test
	void timeMustNotGoBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.delay.advance(Duration.ofMillis(-1)))
			.withMessageContaining("PT-0.001S");
		assertThatIllegalArgumentException().isThrownBy(() -> this.delay.advanceTo(START.minusMillis(1)))
			.withMessageContaining(START.toString());
	}

	@Test
	void payloadIsCompared() {
		submit("order-timeout", "1", TIMEOUT);
		assertThat(this.delay).topic("order-timeout")
			.hasJobCount(1)
			.hasJob("1")
			.hasPayload(new Order("1", "tea", Instant.EPOCH));
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout")
			.hasJob("1")
			.hasPayload(new Order("1", "cake", Instant.EPOCH))).withMessageContaining("item=cake")
			.withMessageContaining("item=tea");
	}

	@Test
	void assertionErrorsListTheJobs() {
		submit("order-timeout", "1", TIMEOUT);
		String found = "'1' (DELAYED until " + START.plus(TIMEOUT) + ")";
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout").hasJob("2"))
			.withMessageContaining("to have a job '2', but it has " + found);
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout").hasNoJobs())
			.withMessageContaining("to have no jobs, but it has " + found);
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout").hasJobCount(2))
			.withMessageContaining("to have 2 jobs, but it has " + found);
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout").hasNoJob("1"))
			.withMessageContaining("but it is DELAYED until");
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout").hasFailed("1"))
			.withMessageContaining("to have failed, but it is DELAYED until");
		assertThatAssertionFails(
				() -> assertThat(this.delay).topic("order-timeout").hasJob("1").dueIn(Duration.ofMinutes(29)))
			.withMessageContaining("to be due in PT29M, but it is due in PT30M");
		assertThatAssertionFails(() -> assertThat(this.delay).topic("order-timeout").hasJob("1").dueAt(START))
			.withMessageContaining("to be due at " + START);
		assertThatAssertionFails(() -> assertThat(this.delay).as("orders").topic("order-timeout").hasJob("2"))
			.withMessageContaining("[orders]");
	}

	@Test
	void assertionErrorsDescribeTheFailure() {
		submit("hook", "1", Duration.ZERO);
		this.orders.hook(() -> {
			throw new IllegalArgumentException("no hook", new NoAnswerException("1"));
		});
		this.delay.advance(Duration.ZERO);
		assertThat(this.delay).topic("hook").hasFailed("1").with(IllegalArgumentException.class);
		assertThat(this.delay).topic("hook").hasFailed("1").with(NoAnswerException.class);
		assertThatAssertionFails(
				() -> assertThat(this.delay).topic("hook").hasFailed("1").with(IllegalStateException.class))
			.withMessageContaining("IllegalStateException, but: java.lang.IllegalArgumentException: no hook");
		assertThatAssertionFails(
				() -> assertThat(this.delay).topic("hook").hasFailed("1").withReasonContaining("timeout"))
			.withMessageContaining("no hook");
		assertThatAssertionFails(() -> assertThat(this.delay).topic("hook").hasJob("1").dueIn(Duration.ZERO))
			.withMessageContaining("to wait, but it is FAILED since " + START);
	}

	@Test
	void rateLimitIsRefilledByTheClock() {
		for (String id : List.of("1", "2", "3", "4")) {
			submit("limited", id, Duration.ZERO);
		}
		assertThat(this.delay.runDue("limited")).extracting(JobRun::id).containsExactly("1");
		assertThat(this.delay.advance(Duration.ofSeconds(29))).isEmpty();
		assertThat(this.delay.advance(Duration.ofSeconds(1))).extracting(JobRun::id).containsExactly("2");
		assertThat(this.delay.advance(Duration.ofMinutes(5))).extracting(JobRun::time)
			.containsExactly(START.plusSeconds(60), START.plusSeconds(90));
	}

	@Test
	void delayRunsNoThreads() {
		submit("order-timeout", "1", Duration.ZERO);
		submit("callback", "2", Duration.ZERO, "broken");
		this.delay.advance(Duration.ofDays(1));
		assertThat(DelayThreads.running()).isEmpty();
	}

	private void submit(String topic, String id, Duration delay) {
		submit(topic, id, delay, "tea");
	}

	private void submit(String topic, String id, Duration delay, String item) {
		Object payload = topic.matches("order-timeout|callback") ? new Order(id, item, Instant.EPOCH) : item;
		this.delayTemplate.submit(Job.to(topic).id(id).payload(payload).delay(delay).build());
	}

	private static ThrowableAssertAlternative<AssertionError> assertThatAssertionFails(
			ThrowableAssert.ThrowingCallable assertion) {
		return assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion);
	}

}
