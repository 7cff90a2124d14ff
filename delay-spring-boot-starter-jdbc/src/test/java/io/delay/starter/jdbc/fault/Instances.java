// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.time.Duration;
import java.time.InstantSource;

import org.awaitility.Awaitility;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.admin.DelayAdmin;
import io.delay.annotation.DelayListener;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.starter.jdbc.JdbcApplication;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.StoreAudit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of an application with listeners, one of which has a handler in the
 * transaction of its ack.
 */
final class Instances {

	static final String PLAIN = "plain";

	static final String BOOKED = "booked";

	private static final Duration TTR = Duration.ofSeconds(20);

	/** The time after an outage within which acks are repeated. */
	private static final Duration RECOVERY = Duration.ofSeconds(5);

	private final Ledger ledger = new Ledger();

	private ApplicationContextRunner runner;

	Instances(String url, String... properties) {
		this.runner = JdbcApplication.on(url)
			.withPropertyValues("delay.jdbc.initialize-schema=always", "delay.jdbc.timeout=5s", "delay.job.ttr=" + TTR,
					"delay.job.max-attempts=100", "delay.listener.concurrency=4", "delay.listener.backoff.type=fixed",
					"delay.listener.backoff.delay=200ms", "delay.startup-check=off",
					"spring.datasource.hikari.maximum-pool-size=14", "spring.datasource.hikari.connection-timeout=1000",
					"spring.datasource.hikari.validation-timeout=500")
			.withPropertyValues(properties);
	}

	Instances withClock(InstantSource clock) {
		this.runner = this.runner.withBean(JdbcJobStoreOptions.class,
				() -> JdbcJobStoreOptions.defaults().withClock(clock));
		return this;
	}

	/**
	 * Work under load, stop the load, and check what became of each job.
	 */
	void run(String name, Faults faults) {
		this.runner.run((first) -> {
			JdbcTemplate database = first.getBean(JdbcTemplate.class);
			database.execute("DROP TABLE IF EXISTS placed");
			database.execute("DROP TABLE IF EXISTS booking");
			database.execute("CREATE TABLE placed (id varchar(100) PRIMARY KEY)");
			database.execute("CREATE TABLE booking (id varchar(100))");
			withListener().run((one) -> withListener().run((two) -> {
				try (Load load = new Load(first, this.ledger)) {
					load.start();
					Load.pause(1000);
					int count = faults.happen(first);
					Load.pause(1000);
					load.finish(Duration.ofSeconds(45));
					awaitEmpty(first);
					assertOnce(database);
					System.out.println("Drill " + name + ": " + count + " times, " + this.ledger);
				}
			}));
		});
	}

	private ApplicationContextRunner withListener() {
		return this.runner.withBean(Listener.class, () -> new Listener(this.ledger));
	}

	private void awaitEmpty(ApplicationContext application) {
		DelayAdmin admin = application.getBean(DelayAdmin.class);
		for (String topic : new String[] { PLAIN, BOOKED }) {
			Awaitility.await()
				.atMost(Duration.ofSeconds(45))
				.untilAsserted(() -> assertThat(admin.topics().status(topic).counts()).as(topic)
					.allSatisfy((state, jobs) -> assertThat(jobs).as(state.toString()).isZero()));
			assertThat(StoreAudit.of(application.getBean(JobStoreInspector.class), topic).findings()).isEmpty();
		}
		assertThat(admin.topics().status(PLAIN).count(JobState.FAILED)).isZero();
	}

	private void assertOnce(JdbcTemplate database) {
		// Otherwise acks may have reached the database after the end of their leases
		if (this.ledger.longestPause().compareTo(TTR.minus(RECOVERY)) < 0) {
			assertThat(this.ledger.attempts(this.ledger.doubles())).as("handled twice").isEmpty();
		}
		assertThat(this.ledger.phantoms()).as("handled although the submit failed").isEmpty();
		assertThat(database.queryForList("SELECT id FROM booking", String.class))
			.containsExactlyInAnyOrderElementsOf(database.queryForList("SELECT id FROM placed", String.class));
	}

	@FunctionalInterface
	interface Faults {

		/**
		 * Cause faults.
		 * @param application an instance without listeners
		 * @return how many there were
		 */
		int happen(ApplicationContext application) throws Exception;

	}

	static final class Listener {

		private final Ledger ledger;

		private JdbcTemplate database;

		Listener(Ledger ledger) {
			this.ledger = ledger;
		}

		@Autowired
		void setDatabase(JdbcTemplate database) {
			this.database = database;
		}

		@DelayListener(topic = PLAIN)
		void handle(String id, JobContext job) {
			this.ledger.handled(id, job.attempt(), job.isRedelivered());
		}

		@DelayListener(topic = BOOKED, transactional = "true")
		void book(String id, JobContext job) {
			this.database.update("INSERT INTO booking VALUES (?)", id);
			this.ledger.booked(id);
		}

	}

}
