// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.WakeUpSubscription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Notifications on PostgreSQL: when they are sent, how many there are, and what happens
 * when they fail.
 */
@Tag("thorough")
@ExtendWith(OutputCaptureExtension.class)
class PostgreSqlNotificationTests {

	private static final JdbcJobStoreOptions WITHOUT_POLL = JdbcJobStoreOptions.defaults()
		.withPollInterval(Duration.ZERO);

	private final DataSource dataSource = TestDatabase.POSTGRESQL.empty();

	private final JdbcTemplate sql = new JdbcTemplate(this.dataSource);

	private final List<JdbcDatabase> databases = new ArrayList<>();

	private final List<Duration> received = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() {
		this.databases.forEach(JdbcDatabase::close);
	}

	@Test
	void aLostConnectionIsReplacedAndConsumersReadAtOnce(CapturedOutput output) {
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL);
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		for (int i = 0; i < 3; i++) {
			this.received.clear();
			assertThat(this.sql.queryForList(
					"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'", Boolean.class))
				.containsExactly(true);
			submit(there, "orders", "during-" + i, Duration.ZERO);
			await().until(() -> this.received.contains(Duration.ZERO));
			await().until(() -> listeners() == 1);
			this.received.clear();
			submit(there, "orders", "after-" + i, Duration.ofSeconds(5));
			await().until(() -> this.received.stream().anyMatch((delay) -> delay.compareTo(Duration.ofSeconds(4)) > 0));
		}
		assertThat(output.getAll().split("Notifications of other instances cannot be received", -1)).hasSize(4);
		here.close();
		await().until(() -> listeners() == 0);
	}

	@Test
	void theConsumerThatIsWokenFindsTheJobAlthoughLaterJobsWait() {
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL);
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		submit(here, "orders", "tomorrow", Duration.ofDays(1));
		for (int i = 0; i < 5; i++) {
			assertThat(reserve(here)).isEmpty();
			this.received.clear();
			submit(there, "orders", "now-" + i, Duration.ZERO);
			await().until(() -> this.received.contains(Duration.ZERO));
			assertThat(reserve(here)).containsExactly("now-" + i);
		}
	}

	@Test
	void theConsumerThatIsWokenLearnsWhenTheJobIsDue() {
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL);
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		submit(here, "orders", "tomorrow", Duration.ofDays(1));
		for (int i = 0; i < 5; i++) {
			result(here);
			this.received.clear();
			Duration delay = Duration.ofSeconds(15 - 2 * i);
			submit(there, "orders", "soon-" + i, delay);
			await().until(() -> !this.received.isEmpty());
			assertThat(result(here).nextEvent()).isLessThanOrEqualTo(delay);
		}
	}

	private static List<String> reserve(JdbcDatabase database) {
		return result(database).jobs().stream().map((job) -> job.lease().id()).toList();
	}

	private static ReserveResult result(JdbcDatabase database) {
		return new JdbcJobStore(database)
			.reserve(new ReserveRequest("orders", "host/1:" + System.nanoTime(), 10, ReserveTerms.defaults()));
	}

	@Test
	void jobsAreFoundByPollingIfListenIsOff() {
		JdbcJobStoreOptions off = JdbcJobStoreOptions.defaults()
			.withListen(false)
			.withPollInterval(Duration.ofMillis(100));
		JdbcDatabase here = open(this.dataSource, off);
		assertThat(here.isListening()).isFalse();
		new JdbcJobStore(here).subscribe("orders", this.received::add);
		this.received.clear();
		submit(open(this.dataSource, off), "orders", "a", Duration.ZERO);
		await().until(() -> this.received.contains(Duration.ZERO));
		assertThat(listeners()).isZero();
	}

	@Test
	void anInstanceWithoutConsumersOccupiesNoConnection() {
		JdbcDatabase here = open(this.dataSource, WITHOUT_POLL);
		submit(here, "orders", "a", Duration.ZERO);
		assertThat(here.isListening()).isTrue();
		await().during(Duration.ofMillis(500)).until(() -> listeners() == 0);
	}

	@Test
	void hundredsOfSubmitsShareNotifications() throws Exception {
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		submit(there, "orders", "first", Duration.ofHours(1));
		try (NotificationListener listener = new NotificationListener(this.dataSource)) {
			ExecutorService threads = Executors.newFixedThreadPool(8);
			long before = System.nanoTime();
			List<Future<?>> submits = new ArrayList<>();
			IntStream.range(0, 800)
				.forEach((i) -> submits.add(threads.submit(() -> submit(there, "orders", "job-" + i, Duration.ZERO))));
			for (Future<?> submit : submits) {
				submit.get(60, TimeUnit.SECONDS);
			}
			long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
			threads.shutdown();
			int heard = listener.receive(Duration.ofMillis(300)).size();
			System.out.println("Notifications of 800 submits in " + elapsed + " ms: " + heard);
			assertThat(heard).isBetween(1, (int) (elapsed / 50) + 2);
		}
	}

	@Test
	void anInstanceIgnoresItsOwnNotifications() {
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL);
		submit(here, "orders", "mine", Duration.ofSeconds(5));
		submit(open(this.dataSource, WITHOUT_POLL), "orders", "other", Duration.ofSeconds(10));
		await().until(() -> this.received.stream().anyMatch((delay) -> delay.compareTo(Duration.ofSeconds(6)) > 0));
		assertThat(this.received).hasSize(2);
	}

	@Test
	void aNotificationOfSeveralEventsHasTheEarliestTime() {
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		AtomicInteger number = new AtomicInteger();
		try (NotificationListener listener = new NotificationListener(this.dataSource)) {
			// The second event may still become a part of the first notification
			await().until(() -> {
				String topic = "orders-" + number.incrementAndGet();
				submit(there, topic, "now", Duration.ZERO);
				submit(there, topic, "soon", Duration.ofSeconds(1));
				submit(there, topic, "later", Duration.ofSeconds(10));
				return listener.receive(Duration.ofMillis(500))
					.stream()
					.map((heard) -> Integer.parseInt(heard.getParameter().split(" ")[1]))
					.anyMatch((millis) -> millis > 0 && millis <= 1000);
			});
		}
	}

	@Test
	void laterEventsAreNotSent() {
		JdbcDatabase there = open(this.dataSource, JdbcJobStoreOptions.defaults());
		try (NotificationListener listener = new NotificationListener(this.dataSource)) {
			submit(there, "orders", "a", Duration.ofSeconds(30));
			assertThat(listener.receive(Duration.ofMillis(300))).isEmpty();
			submit(there, "orders", "b", Duration.ofMillis(900));
			assertThat(listener.receive(Duration.ofMillis(300))).hasSize(1);
		}
	}

	@Test
	void nothingIsSentBeforeTheCommitOfTheCallerOrAfterItsRollback() {
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
		try (NotificationListener listener = new NotificationListener(this.dataSource)) {
			transaction.executeWithoutResult((status) -> {
				submit(there, "orders", "a", Duration.ZERO);
				assertThat(listener.receive(Duration.ofMillis(300))).isEmpty();
			});
			assertThat(listener.receive(Duration.ofMillis(300))).hasSize(1);
			transaction.executeWithoutResult((status) -> {
				submit(there, "orders", "b", Duration.ZERO);
				status.setRollbackOnly();
			});
			assertThat(listener.receive(Duration.ofMillis(300))).isEmpty();
		}
	}

	@Test
	void applicationsWithDifferentPrefixesDoNotWakeEachOther() {
		JdbcDatabase other = open(this.dataSource, WITHOUT_POLL.withTablePrefix("other_"));
		new JdbcSchema(other).create();
		this.sql.execute("CREATE SCHEMA IF NOT EXISTS app");
		JdbcDatabase schema = open(this.dataSource, WITHOUT_POLL.withTablePrefix("app.delay_"));
		new JdbcSchema(schema).create();
		TestDatabase.POSTGRESQL.empty("other_");
		TestDatabase.POSTGRESQL.empty("app.delay_");
		try (NotificationListener listener = new NotificationListener(this.dataSource)) {
			submit(other, "orders", "a", Duration.ZERO);
			submit(schema, "orders", "a", Duration.ZERO);
			assertThat(listener.receive(Duration.ofMillis(500))).isEmpty();
		}
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL.withTablePrefix("app.delay_"));
		assertThat(here.isListening()).isTrue();
		submit(schema, "orders", "b", Duration.ZERO);
		await().until(() -> this.received.contains(Duration.ZERO));
	}

	@Test
	void manyTopicsWithTheLongestNamesAreNotifiedAtOnce() {
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL);
		JdbcDatabase there = open(this.dataSource, WITHOUT_POLL);
		List<String> topics = IntStream.range(100, 250).mapToObj((i) -> i + "-._Z".repeat(49) + "x").toList();
		assertThat(topics).allSatisfy((topic) -> assertThat(topic).hasSize(200));
		List<String> woken = new CopyOnWriteArrayList<>();
		topics.forEach((topic) -> new JdbcJobStore(here).subscribe(topic, (delay) -> woken.add(topic)));
		woken.clear();
		new JdbcJobStore(there)
			.submit(topics.stream().map((topic) -> job(topic, "a", Duration.ofMillis(500))).toList());
		await().until(() -> woken.containsAll(topics));
	}

	@Test
	void aNotificationThatCannotBeSentDoesNotFailASubmit() {
		JdbcDatabase here = listening(this.dataSource,
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ofMillis(200)));
		assertThat(here.isListening()).isTrue();
		JdbcDatabase there = open(new ThreadRouted("delay-jdbc-notify", this.dataSource) {

			@Override
			Connection connect() throws SQLException {
				throw new SQLException("No connection for notifications");
			}

		}, WITHOUT_POLL);
		submit(there, "orders", "a", Duration.ZERO);
		await().until(() -> this.received.contains(Duration.ZERO));
	}

	@Test
	void aCloseEndsTheThreadsAndReturnsTheConnection() {
		HikariDataSource pool = (HikariDataSource) this.dataSource;
		int before = pool.getHikariPoolMXBean().getActiveConnections();
		JdbcDatabase here = listening(this.dataSource, WITHOUT_POLL);
		submit(here, "orders", "a", Duration.ZERO);
		assertThat(threads()).contains("delay-jdbc-listen");
		assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isGreaterThan(before);
		long start = System.nanoTime();
		here.close();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
		await().until(() -> threads().stream().noneMatch((name) -> name.matches("delay-jdbc-(listen|notify)")));
		assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(before);
	}

	private static Collection<String> threads() {
		return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
	}

	private JdbcDatabase open(DataSource dataSource, JdbcJobStoreOptions options) {
		JdbcDatabase database = new JdbcDatabase(dataSource, options);
		this.databases.add(database);
		return database;
	}

	// Has a consumer that was told to look when the connection was established
	private JdbcDatabase listening(DataSource dataSource, JdbcJobStoreOptions options) {
		JdbcDatabase database = open(dataSource, options);
		WakeUpSubscription subscription = new JdbcJobStore(database).subscribe("orders", this.received::add);
		assertThat(subscription).isNotNull();
		database.isListening();
		await().until(() -> this.received.size() >= 2);
		this.received.clear();
		return database;
	}

	private int listeners() {
		Integer number = this.sql.queryForObject("SELECT COUNT(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
				Integer.class);
		return (number != null) ? number : 0;
	}

	private static ConditionFactory await() {
		return Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(15));
	}

	private static void submit(JdbcDatabase database, String topic, String id, Duration delay) {
		new JdbcJobStore(database).submit(List.of(job(topic, id, delay)));
	}

	private static NewJob job(String topic, String id, Duration delay) {
		return new NewJob(topic, id, DueTime.after(delay), ConflictPolicy.KEEP, JobRecord.of(new byte[0]));
	}

	/**
	 * Hears the notifications of the tables with the default prefix.
	 */
	private static final class NotificationListener implements AutoCloseable {

		private final Connection connection;

		private NotificationListener(DataSource dataSource) {
			try {
				this.connection = dataSource.getConnection();
				String table = new JdbcTemplate(dataSource).queryForObject("SELECT CAST('delay_job'::regclass AS oid)",
						String.class);
				this.connection.createStatement().execute("LISTEN delay_" + table);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private List<PGNotification> receive(Duration atMost) {
			List<PGNotification> heard = new ArrayList<>();
			long end = System.nanoTime() + atMost.toNanos();
			try {
				for (long left = atMost.toMillis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
					PGNotification[] received = this.connection.unwrap(PGConnection.class).getNotifications((int) left);
					Collections.addAll(heard, (received != null) ? received : new PGNotification[0]);
				}
				return heard;
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void close() {
			try (this.connection) {
				this.connection.createStatement().execute("UNLISTEN *");
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	/**
	 * Gives one thread connections of its own.
	 */
	private static class ThreadRouted extends DelegatingDataSource {

		private final String thread;

		ThreadRouted(String thread, DataSource target) {
			super(target);
			this.thread = thread;
		}

		@Override
		public Connection getConnection() throws SQLException {
			return Thread.currentThread().getName().equals(this.thread) ? connect() : super.getConnection();
		}

		Connection connect() throws SQLException {
			return super.getConnection();
		}

	}

}
