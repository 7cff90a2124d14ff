// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

import io.delay.drill.DrillApplication.Web;
import io.delay.test.net.RandomCuts;
import io.delay.test.net.TcpProxy;
import io.delay.test.net.TcpProxy.End;
import io.delay.test.net.TcpProxy.Fault;
import io.delay.test.net.Trap;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cuts connections of a client at every moment in the life of a job. Its leases are so
 * long that another client receives the job in time only if it was handed back.
 */
@Tag("thorough")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CutConnectionTests {

	private static final Duration TTR = Duration.ofMinutes(1);

	private static final Duration SHORT_TTR = Duration.ofSeconds(10);

	private static final Duration WAIT = Duration.ofSeconds(20);

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/** So that a busy server has noticed what happened. */
	private static final long NOTICE_MILLIS = 300;

	private static final String DELIVERY = "\"attempt\":";

	private final Web web;

	private EmbeddedRedis redis;

	private StoreView store;

	private TcpProxy redisProxy;

	private DrillApplication application;

	private TcpProxy proxy;

	private String topic;

	private Ledger ledger;

	/** The client whose connections are cut. */
	private JobClient cut;

	/** The client that should receive its jobs. */
	private JobClient other;

	CutConnectionTests(Web web) {
		this.web = web;
	}

	@BeforeAll
	void start() {
		this.redis = EmbeddedRedis.start();
		this.store = new StoreView(this.redis);
		this.redisProxy = new TcpProxy(this.redis.port());
		this.application = DrillApplication.start(this.web, this.redisProxy.port());
		this.proxy = new TcpProxy(this.application.port());
	}

	@AfterAll
	void stop() {
		this.proxy.close();
		this.application.close();
		this.redisProxy.close();
		this.store.close();
		this.redis.close();
	}

	@BeforeEach
	void connect(TestInfo test) {
		this.topic = test.getTestMethod().orElseThrow().getName();
		this.ledger = new Ledger();
		this.cut = new JobClient(this.ledger, this.topic, this::throughProxy);
		this.other = new JobClient(this.ledger, this.topic, this.application::target);
	}

	private Target throughProxy() {
		return Target.open("http://localhost:" + this.proxy.port());
	}

	@AfterEach
	void heal() {
		this.proxy.setRule(TcpProxy.Rule.PASS);
		this.redisProxy.setRule(TcpProxy.Rule.PASS);
		this.redisProxy.answers().open();
		this.proxy.end(End.CLOSE);
	}

	@Test
	void whileTheReserveWaits() {
		repeat((id, round) -> {
			CompletableFuture<Answer> lost = this.cut.reserveLater(JobClient.newReservation(), WAIT, TTR, 1);
			awaitWaiting();
			this.proxy.end((round % 2 == 0) ? End.CLOSE : End.RESET);
			assertLost(lost);
			submit(id, "1");
		});
	}

	@Test
	void beforeTheAnswerIsWritten() {
		repeat((id, round) -> {
			submit(id, "1");
			String reservation = JobClient.newReservation();
			Trap trap = Trap.request(reservation, Fault.HOLD_ANSWERS);
			this.redisProxy.setRule(trap);
			CompletableFuture<Answer> lost = this.cut.reserveLater(reservation, (round % 2 == 0) ? WAIT : Duration.ZERO,
					TTR, 1);
			trap.awaitSprung();
			this.proxy.end(End.RESET);
			assertLost(lost);
			Load.pause(NOTICE_MILLIS);
			this.redisProxy.answers().open();
		});
	}

	@Test
	void whileTheAnswerIsWritten() {
		String large = '"' + "x".repeat(6_000_000) + '"';
		repeat((id, round) -> {
			submit(id, large);
			Trap trap = Trap.answer(DELIVERY, Fault.STALL);
			this.proxy.setRule(trap);
			String reservation = JobClient.newReservation();
			CompletableFuture<Answer> lost = this.cut.reserveLater(reservation, (round % 2 == 0) ? WAIT : Duration.ZERO,
					TTR, 1);
			trap.awaitSprung();
			this.proxy.end(End.RESET);
			assertLost(lost);
			// Reactor Netty reports the end of a connection as the end of the write if it
			// has sent a part of a response
			if (this.web == Web.WEBFLUX) {
				assertThat(this.cut.handBack(reservation).count()).as("jobs handed back").isEqualTo(1);
			}
		});
	}

	@Test
	void afterTheAnswerIsWritten() {
		repeat((id, round) -> {
			submit(id, "1");
			this.proxy.setRule(Trap.answer(DELIVERY, (round % 2 == 0) ? Fault.CLOSE_BEFORE : Fault.RESET_BEFORE));
			String reservation = JobClient.newReservation();
			assertLost(this.cut.reserveLater(reservation, WAIT, TTR, 1));
			assertThat(this.cut.handBack(reservation).count()).as("jobs handed back").isEqualTo(1);
		});
	}

	@Test
	void whileTheReserveWaitsBehindALoadBalancer() {
		repeat((id, round) -> {
			String reservation = JobClient.newReservation();
			CompletableFuture<Answer> lost = this.cut.reserveLater(reservation, WAIT, TTR, 1);
			awaitWaiting();
			this.proxy.end(End.ABANDON);
			assertLost(lost);
			assertThat(this.cut.handBack(reservation).isDone()).isTrue();
			submit(id, "1");
		});
	}

	@Test
	void betweenAnswerAndAck() {
		for (int round = 0; round < Repetitions.ofFastFault(); round++) {
			String id = this.topic + "-" + round;
			submit(id, "1");
			Answer.Lease lease = this.cut.reserve(JobClient.newReservation(), WAIT, TTR, 1).leases().get(0);
			this.ledger.trail(id).handled(lease);
			boolean isAcknowledged = round % 2 == 0;
			this.proxy.setRule(isAcknowledged ? Trap.answer("HTTP/1.1 204", Fault.CLOSE_BEFORE)
					: Trap.request(lease.token(), Fault.CLOSE_BEFORE));
			assertThat(this.cut.ack(lease)).isEqualTo(Answer.LOST);
			assertThat(this.cut.ack(lease).status()).isEqualTo(isAcknowledged ? 409 : 204);
			assertThat(this.other.reserve(JobClient.newReservation(), Duration.ZERO, TTR, 1).leases()).isEmpty();
		}
		finish(Repetitions.ofFastFault() + " times");
	}

	// A hand-back can overtake its reserve, and then the job is delivered after its TTR
	@Test
	void atRandomUnderLoad() {
		int count = 10 * Repetitions.ofFastFault();
		RandomCuts cuts = new RandomCuts(System.nanoTime(), 0.03);
		this.proxy.setRule(cuts);
		try (Load load = new Load(this.topic, SHORT_TTR, this::throughProxy)) {
			this.ledger = load.ledger();
			load.start(4);
			Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> cuts.count() >= count);
			this.proxy.setRule(TcpProxy.Rule.PASS);
			load.finish(TIMEOUT);
		}
		print(cuts.count() + " times");
		this.ledger.assertAnswers("submit 20[01]", "reserve 200", "ack 204", "ack 409 lease-lost", "hand-back 200",
				"[a-z-]+ lost");
		assertNothingIsLost();
	}

	// Another client must receive the job of each round on its first attempt
	private void repeat(Round round) {
		BackTimes times = new BackTimes();
		IntStream.range(0, Repetitions.ofFastFault()).forEach((number) -> {
			String id = this.topic + "-" + number;
			round.run(id, number);
			long began = System.nanoTime();
			Answer.Lease lease = receive(id);
			times.add((System.nanoTime() - began) / 1_000_000);
			assertThat(this.other.ack(lease).status()).isEqualTo(204);
		});
		finish(times.toString());
	}

	private Answer.Lease receive(String id) {
		Answer answer = this.other.reserve(JobClient.newReservation(), WAIT, TTR, 1);
		assertThat(answer.leases()).as("delivery of job %s: %s", id, answer.body()).hasSize(1);
		Answer.Lease lease = answer.leases().get(0);
		assertThat(lease.id()).isEqualTo(id);
		this.ledger.trail(id).handled(lease);
		return lease;
	}

	private void finish(String figures) {
		print(figures);
		assertNothingIsLost();
		assertThat(this.ledger.redelivered()).as("delivered again").isEmpty();
	}

	private void print(String figures) {
		System.out.println("Cut connections on " + this.web + ", " + this.topic + ": " + figures + ", " + this.ledger);
	}

	private void assertNothingIsLost() {
		this.store.assertEmpty(this.topic, TIMEOUT);
		assertThat(this.ledger.lost()).as("lost").isEmpty();
		assertThat(this.ledger.doubles()).as("handled twice").isEmpty();
	}

	private void submit(String id, String payload) {
		Answer answer = this.other.submit(id, payload);
		this.ledger.trail(id).submitted(answer);
		assertThat(answer.status()).isEqualTo(201);
	}

	// With Spring MVC, a client that closes its connection is only detected after the
	// first reserve for it
	private void awaitWaiting() {
		Awaitility.await().atMost(TIMEOUT).until(() -> this.application.waiting() > 0);
		Load.pause(NOTICE_MILLIS);
	}

	private static void assertLost(CompletableFuture<Answer> answer) {
		assertThat(answer.orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo(Answer.LOST);
	}

	/**
	 * Loses a job.
	 */
	@FunctionalInterface
	private interface Round {

		void run(String id, int number);

	}

}
