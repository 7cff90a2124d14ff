// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.listener.ListenerSettings;
import io.delay.redis.CommandCounts;
import io.delay.redis.HandledJobs;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.redis.net.TcpProxy;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptLibrary;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.SubmitOutcomeUnknownException;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * A request or its reply is lost on the way: nothing happens twice, and whoever called
 * knows what is not known.
 */
@Tag("thorough")
@Tag("versions")
class LostReplyTests {

	private static final String TOPIC = "orders";

	private static final String PRODUCERS = "delay-producers";

	/** Not in the request that looks up how many partitions a topic has. */
	private static final String KEYS_OF_TOPIC = TOPIC + ":0}";

	private static final String CONSUMERS = "delay-consumers";

	/** Never over where the connection is cut, which is noticed at once. */
	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

	/** Over where a reply is swallowed. */
	private static final Duration SHORT_COMMAND_TIMEOUT = Duration.ofSeconds(2);

	/** So long that nothing comes again by itself. */
	private static final Duration TTR = Duration.ofSeconds(60);

	private final EmbeddedRedis redis = EmbeddedRedis.start();

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final TcpProxy proxy = new TcpProxy(this.redis.port());

	private final Instance direct = Instance.named("direct").on(this.redis.port(), this.space.namespace());

	private Instance proxied;

	private final CommandCounts counts = new CommandCounts(this.space.template());

	private final HandledJobs handled = new HandledJobs();

	@BeforeEach
	void connect() {
		connect(COMMAND_TIMEOUT);
	}

	private void connectFor(TcpProxy.Fault fault) {
		if (fault == TcpProxy.Fault.SWALLOW_REPLY) {
			this.proxied.close();
			connect(SHORT_COMMAND_TIMEOUT);
		}
	}

	private void connect(Duration commandTimeout) {
		this.proxied = Instance.named("proxied")
			.commandTimeout(commandTimeout)
			.on(this.proxy.port(), this.space.namespace());
		this.proxied.template().submit(job("warm-up"));
		assertThat(this.proxied.template().reschedule(TOPIC, "warm-up", Duration.ofHours(2))).isPresent();
		assertThat(this.proxied.template().cancel(TOPIC, "warm-up")).isPresent();
		assertThat(this.proxied.template().reserve(TOPIC, 1)).isEmpty();
		this.counts.reset();
	}

	@AfterEach
	void close() {
		this.proxied.close();
		this.direct.close();
		this.proxy.close();
		this.space.close();
		this.redis.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST", "SWALLOW_REPLY" })
	void submitWithALostReplyIsExecutedAtMostOnceAndReportedAsUnknown(TcpProxy.Fault fault) throws Exception {
		connectFor(fault);
		this.proxy.breakNext(PRODUCERS, fault);
		Throwable failure = catchThrowable(() -> this.proxied.template().submit(job("order-1")));
		assertThat(this.proxy.awaitBroken()).isTrue();
		assertThat(failure).isInstanceOf(SubmitOutcomeUnknownException.class).hasMessageContaining("order-1");
		assertThat(((SubmitOutcomeUnknownException) failure).ids()).containsExactly("order-1");
		assertThat(((SubmitOutcomeUnknownException) failure).topics()).containsExactly(TOPIC);
		boolean sent = fault != TcpProxy.Fault.CUT_REQUEST;
		assertThat(state("order-1")).isEqualTo(sent ? Optional.of(JobState.DELAYED) : Optional.empty());
		// once connected again, the driver has sent nothing a second time
		awaitProducersAreBack();
		assertThat(this.counts.calls().get("hsetnx")).isEqualTo(sent ? 2L : 1L);
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST" })
	void outcomeOfACancelIsUnknown(TcpProxy.Fault fault) throws Exception {
		this.direct.template().submit(job("order-1"));
		this.proxy.breakNext(PRODUCERS, fault);
		Throwable failure = catchThrowable(() -> this.proxied.template().cancel(TOPIC, "order-1"));
		assertUnknown(failure, "cancel");
		assertThat(state("order-1").isEmpty()).isEqualTo(fault == TcpProxy.Fault.CUT_REPLY);
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST" })
	void outcomeOfARescheduleIsUnknown(TcpProxy.Fault fault) throws Exception {
		this.direct.template().submit(job("order-1"));
		this.proxy.breakNext(PRODUCERS, fault);
		Throwable failure = catchThrowable(() -> this.proxied.template().reschedule(TOPIC, "order-1", Duration.ZERO));
		assertUnknown(failure, "reschedule");
		assertThat(state("order-1")).contains((fault == TcpProxy.Fault.CUT_REPLY) ? JobState.READY : JobState.DELAYED);
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST" })
	void outcomeOfAnAdministrativeBuryIsUnknown(TcpProxy.Fault fault) throws Exception {
		this.direct.template().submit(job("order-1"));
		this.direct.admin().jobs().bury(TOPIC, "none", "so that Redis knows the script");
		this.proxy.breakNext(PRODUCERS, KEYS_OF_TOPIC, fault);
		Throwable failure = catchThrowable(() -> this.proxied.admin().jobs().bury(TOPIC, "order-1", "why"));
		assertUnknown(failure, "'bury' of jobs [order-1] of topic 'orders'");
		assertThat(state("order-1")).contains((fault == TcpProxy.Fault.CUT_REPLY) ? JobState.FAILED : JobState.DELAYED);
	}

	@Test
	void unknownOutcomeOfManyJobsHasAllIds() throws Exception {
		List<String> ids = IntStream.rangeClosed(1, 7).mapToObj((i) -> "order-" + i).toList();
		this.proxy.breakNext(PRODUCERS, KEYS_OF_TOPIC, TcpProxy.Fault.CUT_REQUEST);
		Throwable failure = catchThrowable(() -> this.proxied.admin().jobs().kick(TOPIC, ids));
		assertThat(this.proxy.awaitBroken()).isTrue();
		assertThat(failure).isInstanceOf(OutcomeUnknownException.class)
			.hasMessageContaining("'kick' of 7 jobs including [order-1, order-2, order-3, order-4, order-5] of topic");
		assertThat(((OutcomeUnknownException) failure).ids()).isEqualTo(ids);
	}

	private void assertUnknown(Throwable failure, String word) throws InterruptedException {
		assertThat(this.proxy.awaitBroken()).isTrue();
		assertThat(failure).isInstanceOf(OutcomeUnknownException.class)
			.hasMessageContaining(word)
			.hasMessageContaining("order-1");
		assertThat(((OutcomeUnknownException) failure).ids()).containsExactly("order-1");
	}

	@Test
	void deadConnectionFailsAtOnceWithAKnownOutcome() {
		this.direct.template().submit(job("order-1"));
		this.proxy.close();
		await().atMost(Duration.ofSeconds(20))
			.until(() -> catchThrowable(() -> this.proxied.template().cancel(TOPIC, "none"))
				.getClass() == RedisConnectionFailureException.class);
		Map<String, Map<String, String>> before = this.space.contents(TOPIC);
		long start = System.nanoTime();
		List.<Runnable>of(() -> this.proxied.template().submit(job("order-2")),
				() -> this.proxied.template().submit("new-topic", "payload", Duration.ZERO),
				() -> this.proxied.template().cancel(TOPIC, "order-1"),
				() -> this.proxied.template().reschedule(TOPIC, "order-1", Duration.ZERO))
			.forEach((call) -> assertThat(catchThrowable(call::run)).isInstanceOf(RedisConnectionFailureException.class)
				.hasMessageContaining("nothing was sent"));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(COMMAND_TIMEOUT);
		assertThat(this.space.contents(TOPIC)).isEqualTo(before);
	}

	@Test
	void lostReplyDuringTheTopicLookUpHasAKnownOutcome() throws Exception {
		this.proxy.breakNext(PRODUCERS, TcpProxy.Fault.CUT_REPLY);
		Throwable failure = catchThrowable(() -> this.proxied.template().submit("new-topic", "payload", Duration.ZERO));
		assertThat(this.proxy.awaitBroken()).isTrue();
		assertThat(failure).isInstanceOf(DataAccessException.class).isNotInstanceOf(OutcomeUnknownException.class);
		assertThat(this.space.contents("new-topic")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "LAYOUT,1", "LAYOUT,2", "OPEN,1", "OPEN,2" })
	void lostReplyDuringTheOpeningOfATopicHasAKnownOutcome(RedisScript script, int count) throws Exception {
		List<Job> jobs = Collections.nCopies(count, Job.to("new-topic").build());
		this.proxy.breakNext(PRODUCERS, sentFor(script), TcpProxy.Fault.CUT_REPLY);
		Throwable failure = catchThrowable(() -> {
			if (count == 1) {
				this.proxied.template().submit(jobs.get(0));
			}
			else {
				this.proxied.template().submitAll(jobs);
			}
		});
		assertThat(this.proxy.awaitBroken()).isTrue();
		assertThat(failure).isInstanceOf(RedisConnectionFailureException.class)
			.hasMessageContaining("lookup of the partitions of topic 'new-topic'; nothing else was sent");
		assertThat(this.space.contents("new-topic")).doesNotContainKey("jobs");
	}

	private static String sentFor(RedisScript script) {
		return (script == RedisScript.OPEN) ? new ScriptLibrary().source(script).digest() : "new-topic:0}:meta";
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "SWALLOW_REPLY" })
	void jobsOfLostReserveReplyAreHandedBackAndRunOnTheirFirstAttempt(TcpProxy.Fault fault) throws Exception {
		connectFor(fault);
		this.proxied.listen(TOPIC, ListenerSettings.builder().concurrency(4).ttr(TTR), this.handled.handler("proxied"));
		awaitAsleep();
		this.proxy.breakNext(CONSUMERS, fault);
		this.direct.template()
			.submitAll(List.of(Job.to(TOPIC).id("order-1").build(), Job.to(TOPIC).id("order-2").build()));
		assertThat(this.proxy.awaitBroken()).isTrue();
		await().atMost(Duration.ofSeconds(10)).until(() -> this.handled.ids().size() == 2);
		awaitEmpty();
		assertThat(this.handled.calls()).hasSize(2).extracting(HandledJobs.Call::attempt).containsOnly(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "CUT_REPLY", "CUT_REQUEST" })
	void jobWhoseAckWasLostIsAckedAgainAndHandledOnce(TcpProxy.Fault fault) throws Exception {
		this.proxied.listen(TOPIC, ListenerSettings.builder().concurrency(1).ttr(TTR), (job, context) -> {
			this.handled.handler("proxied").handle(job, context);
			this.proxy.breakNext(CONSUMERS, fault);
		});
		this.direct.template().submit(Job.to(TOPIC).id("order-1").build());
		assertThat(this.proxy.awaitBroken()).isTrue();
		awaitEmpty();
		assertThat(this.handled.calls()).hasSize(1);
	}

	private static Job job(String id) {
		return Job.to(TOPIC).id(id).delay(Duration.ofHours(1)).build();
	}

	private Optional<JobState> state(String id) {
		return this.direct.template().find(TOPIC, id).map((job) -> job.state());
	}

	private void awaitProducersAreBack() {
		await().atMost(Duration.ofSeconds(10))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> this.proxied.template().find(TOPIC, "none").isEmpty());
		this.proxied.template().submit(job("afterwards"));
	}

	private void awaitAsleep() {
		long subscribed = 1;
		await().atMost(Duration.ofSeconds(10))
			.until(() -> this.counts.calls().getOrDefault("subscribe", 0L) == subscribed);
		long[] seen = { -1 };
		await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(200)).until(() -> {
			long before = seen[0];
			seen[0] = this.counts.calls().getOrDefault("evalsha", 0L);
			return before == seen[0];
		});
	}

	private void awaitEmpty() {
		await().atMost(Duration.ofSeconds(10)).until(() -> this.space.contents(TOPIC).keySet().equals(Set.of("meta")));
	}

}
