// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.RateLimit;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.WakeUpSubscription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls neither fail nor wait while another session holds the rows of counters, topics,
 * consumers or the clock, as an instance does that is stopped within a transaction.
 */
abstract class LockedBookkeepingContract {

	private static final String TOPIC = "orders";

	/**
	 * More than three limited waits for a lock take on MySQL, and less than the timeout.
	 */
	private static final Duration TIME_LIMIT = Duration.ofSeconds(5);

	/** Longer than the intervals of the background. */
	private static final Duration LONG_ENOUGH = Duration.ofSeconds(4);

	private static final ReserveTerms TERMS = new ReserveTerms(Duration.ofMinutes(1), 5);

	private final TestDatabase server;

	private final JdbcDatabase here;

	private final JdbcDatabase there;

	private final JdbcJobStore store;

	private final JdbcJobStoreInspector inspector;

	private Connection holder;

	private int number;

	LockedBookkeepingContract(TestDatabase server) {
		this.server = server;
		JdbcJobStoreOptions options = JdbcJobStoreOptions.defaults()
			.withPollInterval(Duration.ofMillis(50))
			.withListen(false)
			.withTimeout(Duration.ofSeconds(8));
		this.here = new JdbcDatabase(server.empty(), options);
		this.there = new JdbcDatabase(server.dataSource(), options);
		this.store = new JdbcJobStore(this.here);
		this.inspector = new JdbcJobStoreInspector(this.here);
	}

	@BeforeEach
	void open() throws SQLException {
		this.holder = this.server.dataSource().getConnection();
		this.holder.setAutoCommit(false);
		handleJob(TOPIC);
		assertThat(done()).isOne();
	}

	@AfterEach
	void close() throws SQLException {
		this.holder.rollback();
		this.holder.setAutoCommit(true);
		this.holder.close();
		this.here.close();
		this.there.close();
	}

	@Test
	void lockedCountersDelayNoCallAndAreUpdatedLater() throws Exception {
		hold("SELECT * FROM delay_count FOR UPDATE");
		int handled = 1 + repeat(() -> {
			handleJob(TOPIC);
			return timed(this::done);
		});
		assertThat(timed(this::forget)).isFalse();
		assertWakesUp();
		this.holder.rollback();
		Awaitility.await().untilAsserted(() -> assertThat(done()).isEqualTo(handled));
		assertThat(forget()).isTrue();
	}

	@Test
	void aLockedTopicDelaysNoCall() throws SQLException {
		hold("SELECT * FROM delay_topic FOR UPDATE");
		repeat(() -> handleJob(TOPIC));
		assertThat(timed(this::forget)).isFalse();
		submit(this.here, TOPIC);
		ReserveResult result = timed(this::reserveLimited);
		assertThat(result.jobs()).isEmpty();
		assertThat(result.nextEvent()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(1));
		this.holder.rollback();
		assertThat(reserveLimited().jobs()).hasSize(1);
	}

	@Test
	void aTopicThatAnotherTransactionIsStoringDelaysNoCall() throws SQLException {
		hold("INSERT INTO delay_topic (topic) VALUES ('new')");
		repeat(() -> handleJob("new"));
		this.holder.rollback();
		Awaitility.await().untilAsserted(() -> {
			handleJob("new");
			assertThat(topics()).contains("new");
		});
	}

	@Test
	void aLockedClockDelaysNoCall() throws Exception {
		hold("SELECT * FROM delay_clock FOR UPDATE");
		long before = latest();
		repeat(() -> handleJob(TOPIC));
		assertWakesUp();
		this.holder.rollback();
		Awaitility.await().untilAsserted(() -> {
			handleJob(TOPIC);
			assertThat(latest()).isGreaterThan(before + LONG_ENOUGH.toMillis() / 2);
		});
	}

	@Test
	void lockedConsumersDelayNoWakeUp() throws Exception {
		this.store.announce(consumer());
		Awaitility.await().until(() -> this.inspector.consumers(TOPIC).size() == 1);
		hold("SELECT * FROM delay_consumer FOR UPDATE");
		this.store.announce(consumer());
		this.store.withdraw(TOPIC, "consumer");
		assertWakesUp();
	}

	// The thread of the store looks for jobs of other instances
	private void assertWakesUp() throws InterruptedException {
		BlockingQueue<Duration> woken = new LinkedBlockingQueue<>();
		try (WakeUpSubscription subscription = this.store.subscribe("other", woken::add)) {
			woken.clear();
			submit(this.there, "other");
			assertThat(woken.poll(TIME_LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isNotNull();
		}
	}

	private static ConsumerRegistration consumer() {
		return new ConsumerRegistration(TOPIC, "consumer", new ConsumerOrigin("shop", "host", "listener"),
				new ConsumerTerms(1, TERMS));
	}

	private void hold(String sql) throws SQLException {
		try (Statement statement = this.holder.createStatement()) {
			statement.execute(sql);
		}
	}

	private static int repeat(Supplier<?> call) {
		int calls = 0;
		for (long start = System.nanoTime(); System.nanoTime() - start < LONG_ENOUGH.toNanos(); calls++) {
			call.get();
		}
		return calls;
	}

	private static <T> T timed(Supplier<T> call) {
		long start = System.nanoTime();
		T result = call.get();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIME_LIMIT);
		return result;
	}

	private List<SettleResult> handleJob(String topic) {
		timed(() -> submit(this.here, topic));
		List<ReservedJob> jobs = timed(() -> reserve(topic, TERMS)).jobs();
		assertThat(jobs).hasSize(1);
		List<SettleResult> results = timed(() -> this.store.settle(List.of(new Settlement.Ack(jobs.get(0).lease()))));
		assertThat(results).containsExactly(SettleResult.DONE);
		return results;
	}

	private String submit(JdbcDatabase database, String topic) {
		String id = "job-" + ++this.number;
		new JdbcJobStore(database)
			.submit(List.of(new NewJob(topic, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[1]))));
		return id;
	}

	private ReserveResult reserveLimited() {
		return reserve(TOPIC, TERMS.limitedTo(RateLimit.of("1000/s")));
	}

	private ReserveResult reserve(String topic, ReserveTerms terms) {
		return this.store.reserve(new ReserveRequest(topic, "host/1:" + ++this.number, 10, terms));
	}

	private boolean forget() {
		return new JdbcJobStoreAdministrator(this.here).forget(TOPIC).forgotten();
	}

	private long done() {
		return this.inspector.throughput(TOPIC)
			.quarters()
			.stream()
			.mapToLong((quarter) -> quarter.counts().done())
			.sum();
	}

	private long latest() {
		return new JdbcTemplate(this.server.dataSource()).queryForList("SELECT latest FROM delay_clock", Long.class)
			.get(0);
	}

	private List<String> topics() {
		return new JdbcTemplate(this.server.dataSource()).queryForList("SELECT topic FROM delay_topic", String.class);
	}

}
