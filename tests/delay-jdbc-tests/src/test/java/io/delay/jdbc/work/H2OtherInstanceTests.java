// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.ControlledDataSource;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.WakeUpSubscription;
import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of an application share a database.
 */
class H2OtherInstanceTests {

	private final JdbcDatabase here = new JdbcDatabase(TestDatabase.H2.empty(),
			JdbcJobStoreOptions.defaults().withPollInterval(Duration.ofMillis(50)));

	private final JdbcDatabase there = new JdbcDatabase(TestDatabase.H2.dataSource(), JdbcJobStoreOptions.defaults());

	private final TransactionTemplate transaction = new TransactionTemplate(
			new JdbcTransactionManager(TestDatabase.H2.dataSource()));

	private int tokens;

	@AfterEach
	void close() {
		this.here.close();
		this.there.close();
	}

	@Test
	void aConsumerIsWokenByAJobOfAnotherInstance() {
		List<Duration> received = new CopyOnWriteArrayList<>();
		assertThat(reserve()).isEmpty();
		try (WakeUpSubscription subscription = new JdbcJobStore(this.here).subscribe("orders", received::add)) {
			received.clear();
			submit("a", Duration.ofHours(1));
			Awaitility.await().until(() -> !received.isEmpty());
			assertThat(received)
				.allSatisfy((delay) -> assertThat(delay).isBetween(Duration.ofMinutes(59), Duration.ofHours(1)));
			received.clear();
			submit("b", Duration.ZERO);
			Awaitility.await().until(() -> received.contains(Duration.ZERO));
		}
	}

	@Test
	void aJobOfAnotherInstanceBelowTheMarkIsFoundSoon() {
		submitHere("later", Duration.ofMillis(300));
		Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> reserve().contains("later"));
		// Its score is lower than all that this instance has seen
		new JdbcJobStore(this.there)
			.submit(List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		TestDatabase.H2.execute("UPDATE delay_job SET time = 1000 WHERE place = 1");
		Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> reserve().contains("a"));
	}

	@Test
	void aJobThatAnotherInstanceHasJustSubmittedIsFoundByTheNextReserve() {
		try (JdbcDatabase unwatched = new JdbcDatabase(TestDatabase.H2.dataSource(),
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO))) {
			// Reads everything, and then what follows the mark
			reserve(unwatched);
			reserve(unwatched);
			submit("a", Duration.ZERO);
			assertThat(reserve(unwatched)).containsExactly("a");
		}
	}

	@Test
	void rowsOfConsumersThatHaveVanishedAreDeleted() {
		AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
		try (JdbcDatabase clocked = new JdbcDatabase(TestDatabase.H2.dataSource(),
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO).withClock(now::get))) {
			reserve(clocked);
			new JdbcJobStore(clocked).announce(consumer("vanished"));
			awaitConsumers("vanished");
			now.set(now.get().plus(JobStore.CONSUMER_EXPIRY));
			new JdbcJobStore(clocked).announce(consumer("present"));
			awaitConsumers("present");
		}
	}

	@Test
	void consumersThatRegisterBeforeTheDatabaseIsUsedAreListedOnceItIs() {
		JdbcJobStore store = new JdbcJobStore(this.here);
		store.announce(consumer("a"));
		store.announce(consumer("b"));
		store.announce(consumer("c"));
		store.withdraw("orders", "b");
		reserve(this.here);
		awaitConsumers("a", "c");
	}

	private static void awaitConsumers(String... ids) {
		Awaitility.await()
			.untilAsserted(() -> assertThat(new JdbcTemplate(TestDatabase.H2.dataSource())
				.queryForList("SELECT id FROM delay_consumer", String.class)).containsExactlyInAnyOrder(ids));
	}

	private static ConsumerRegistration consumer(String id) {
		return new ConsumerRegistration("orders", id, new ConsumerOrigin("shop", "host", "listener"),
				new ConsumerTerms(1, ReserveTerms.defaults()));
	}

	@Test
	void aJobWhoseTransactionTookLongIsFoundByTheConsumerThatItWakes() throws Exception {
		AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
		CountDownLatch stored = new CountDownLatch(1);
		CountDownLatch commit = new CountDownLatch(1);
		try (JdbcDatabase late = new JdbcDatabase(TestDatabase.H2.dataSource(),
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ofMillis(50)).withClock(now::get))) {
			BlockingQueue<Duration> received = new LinkedBlockingQueue<>();
			CompletableFuture<Void> transaction = CompletableFuture
				.runAsync(() -> this.transaction.executeWithoutResult((status) -> {
					submit("late", Duration.ZERO);
					stored.countDown();
					await(commit);
				}));
			assertThat(stored.await(20, TimeUnit.SECONDS)).isTrue();
			now.set(now.get().plusSeconds(30));
			// Reads everything, and then what follows the mark
			reserve(late);
			reserve(late);
			try (WakeUpSubscription subscription = new JdbcJobStore(late).subscribe("orders", received::add)) {
				received.clear();
				commit.countDown();
				transaction.get(20, TimeUnit.SECONDS);
				assertThat(received.poll(20, TimeUnit.SECONDS)).isZero();
				assertThat(consume(late)).containsExactly("late");
			}
		}
	}

	@Test
	void aConsumerIsWokenWhenAnotherInstanceResumesItsTopic() {
		List<Duration> received = new CopyOnWriteArrayList<>();
		JdbcJobStoreAdministrator administrator = new JdbcJobStoreAdministrator(this.there);
		assertThat(reserve()).isEmpty();
		try (WakeUpSubscription subscription = new JdbcJobStore(this.here).subscribe("orders", received::add)) {
			received.clear();
			submit("a", Duration.ZERO);
			Awaitility.await().until(() -> received.contains(Duration.ZERO));
			administrator.pause("orders", new Operator("tester"));
			assertThat(reserve()).isEmpty();
			received.clear();
			administrator.resume("orders");
			Awaitility.await().until(() -> received.contains(Duration.ZERO));
			assertThat(reserve()).containsExactly("a");
		}
	}

	@Test
	void aWakeUpIsSentAgainIfItsTransactionFails() throws Exception {
		ControlledDataSource dataSource = new ControlledDataSource(TestDatabase.H2.dataSource());
		BlockingQueue<Duration> received = new LinkedBlockingQueue<>();
		try (JdbcDatabase watching = new JdbcDatabase(dataSource,
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ofMillis(50)));
				WakeUpSubscription subscription = new JdbcJobStore(watching).subscribe("orders", received::add)) {
			reserve(watching);
			received.clear();
			dataSource.loseCommitsOf("TopicWatch");
			submit("a", Duration.ofHours(1));
			int lost = dataSource.lostCommits();
			Awaitility.await().until(() -> dataSource.lostCommits() > lost + 1);
			dataSource.loseCommitsOf("");
			assertThat(received.poll(20, TimeUnit.SECONDS)).isNotNull();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	// As a consumer does: it reserves again as soon as the reply says so.
	private List<String> consume(JdbcDatabase database) {
		ReserveResult result;
		do {
			result = result(database);
		}
		while (result.jobs().isEmpty() && result.nextEvent() != null
				&& result.nextEvent().compareTo(Duration.ofSeconds(1)) < 0);
		return ids(result);
	}

	private List<String> reserve() {
		return reserve(this.here);
	}

	private List<String> reserve(JdbcDatabase database) {
		return ids(result(database));
	}

	private synchronized ReserveResult result(JdbcDatabase database) {
		return new JdbcJobStore(database)
			.reserve(new ReserveRequest("orders", "host/1:" + ++this.tokens, 10, ReserveTerms.defaults()));
	}

	private static List<String> ids(ReserveResult result) {
		return result.jobs().stream().map((job) -> job.lease().id()).toList();
	}

	private void submit(String id, Duration delay) {
		submit(this.there, id, delay);
	}

	private void submitHere(String id, Duration delay) {
		submit(this.here, id, delay);
	}

	private static void submit(JdbcDatabase database, String id, Duration delay) {
		new JdbcJobStore(database).submit(List
			.of(new NewJob("orders", id, DueTime.after(delay), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

}
