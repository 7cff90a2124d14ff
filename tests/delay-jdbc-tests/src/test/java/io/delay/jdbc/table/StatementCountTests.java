// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many statements the calls of the store need.
 */
class StatementCountTests {

	private static final String TOPIC = "orders";

	private JdbcDatabase database;

	private JdbcJobStore store;

	private RecordedDataSource dataSource;

	private int tokens;

	@AfterEach
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void manyJobsAreInsertedTogether(TestDatabase server) {
		use(server);
		assertThat(this.dataSource.record(() -> this.store.submit(jobs(100)))).filteredOn(StatementCountTests::isInsert)
			.hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void newJobsAmongExistingOnesAreInsertedTogether(TestDatabase server) {
		use(server);
		this.store.submit(jobs(10));
		assertThat(this.dataSource.record(() -> this.store.submit(jobs(20)))).filteredOn(StatementCountTests::isInsert)
			.hasSizeLessThanOrEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void aJobThatExistsIsReplacedWithoutAnInsert(TestDatabase server) {
		use(server);
		List<NewJob> heartbeat = List.of(job("first", ConflictPolicy.REPLACE));
		assertThat(this.dataSource.record(() -> this.store.submit(heartbeat))).noneMatch(StatementCountTests::isInsert);
	}

	@Test
	void aReserveReadsTheNextEventTogetherWithTheHeads() {
		use(TestDatabase.POSTGRESQL);
		this.store.submit(jobs(7));
		acks(1, 1);
		assertThat(this.dataSource.record(() -> acks(1, 7, 20))).hasSize(5).endsWith(RecordedDataSource.COMMIT);
	}

	@Test
	void onlyReservesAndTouchesDoNotWaitForTheDisk() {
		use(TestDatabase.POSTGRESQL);
		List<Lease> leases = new ArrayList<>();
		assertThat(isCommittedEarly(() -> acks(1, 1).forEach((ack) -> leases.add(ack.lease())))).isTrue();
		Lease lease = leases.get(0);
		assertThat(isCommittedEarly(() -> this.store.touch(List.of(new Touch(lease, Duration.ofMinutes(1)))))).isTrue();
		assertThat(isCommittedEarly(
				() -> this.store.settle(List.of(new Settlement.Release(lease, Duration.ofMinutes(1))))))
			.isFalse();
		assertThat(isCommittedEarly(() -> this.store.submit(jobs(2)))).isFalse();
		assertThat(isCommittedEarly(() -> this.store.cancel(TOPIC, lease.id()))).isFalse();
	}

	private boolean isCommittedEarly(Runnable work) {
		return this.dataSource.record(work).stream().anyMatch((statement) -> statement.contains("synchronous_commit"));
	}

	@Test
	void acksOfSeveralReservesAreOneStatementThatCommits() {
		use(TestDatabase.POSTGRESQL);
		this.store.submit(jobs(7));
		List<Settlement> acks = acks(4, 2);
		assertThat(this.dataSource.record(() -> assertThat(this.store.settle(acks)).containsOnly(SettleResult.DONE)))
			.singleElement(InstanceOfAssertFactories.STRING)
			.startsWith("DELETE");
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void acksOfTopicsWithAHistoryNeedOneTransaction(TestDatabase server) {
		use(server, new HistorySettings(new HistoryLimits(100, null, null), Map.of()));
		this.store.submit(jobs(7));
		List<Settlement> acks = acks(4, 2);
		assertThat(this.dataSource.record(() -> assertThat(this.store.settle(acks)).containsOnly(SettleResult.DONE)))
			.filteredOn((statement) -> !statement.startsWith("INSERT INTO delay_finished"))
			.hasSizeLessThanOrEqualTo(4);
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void onlyTheLeasesOfACallAreEnded(TestDatabase server) {
		use(server);
		this.store.submit(jobs(1));
		Lease one = acks(1, 1).get(0).lease();
		Lease other = acks(1, 1).get(0).lease();
		Lease foreign = new Lease(TOPIC, one.id(), other.token());
		assertThat(this.store.settle(List.of(new Settlement.Ack(foreign), new Settlement.Ack(other),
				new Settlement.Ack(other), new Settlement.Ack(one))))
			.containsExactly(SettleResult.LEASE_LOST, SettleResult.DONE, SettleResult.LEASE_LOST, SettleResult.DONE);
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void jobsAreHandedBackInOneTransactionOnceTheyAreKnown(TestDatabase server) {
		use(server);
		acks(1, 1);
		assertThat(this.dataSource.record(() -> this.store.handBack(TOPIC, "host/1:" + this.tokens)))
			.filteredOn(RecordedDataSource.COMMIT::equals)
			.hasSize(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void lockedJobsAreTriedAgainBeforeTheyAreLeftToTheirTtr(TestDatabase server) {
		use(server);
		acks(1, 1);
		new TransactionTemplate(new DataSourceTransactionManager(server.dataSource()))
			.executeWithoutResult((status) -> {
				new JdbcTemplate(server.dataSource()).queryForList("SELECT id FROM delay_job FOR UPDATE");
				assertThat(CompletableFuture
					.supplyAsync(
							() -> this.dataSource.record(() -> this.store.handBack(TOPIC, "host/1:" + this.tokens)))
					.join()).filteredOn(RecordedDataSource.COMMIT::equals).hasSize(5);
			});
	}

	@Test
	void acksCountInTheMinuteOfTheDatabase() {
		use(TestDatabase.POSTGRESQL);
		assertThat(this.store.settle(acks(1, 1))).containsExactly(SettleResult.DONE);
		assertThat(new JdbcJobStoreInspector(this.database).throughput(TOPIC).quarters().stream())
			.extracting((quarter) -> quarter.counts().done())
			.contains(1L);
	}

	private List<Settlement> acks(int reserves, int jobs) {
		return acks(reserves, jobs, jobs);
	}

	private List<Settlement> acks(int reserves, int jobs, int limit) {
		List<Settlement> acks = new ArrayList<>();
		for (int i = 0; i < reserves; i++) {
			this.store
				.reserve(new ReserveRequest(TOPIC, "host/1:" + ++this.tokens, limit,
						new ReserveTerms(Duration.ofMinutes(1), 5)))
				.jobs()
				.forEach((job) -> acks.add(new Settlement.Ack(job.lease())));
		}
		assertThat(acks).hasSize(reserves * jobs);
		return acks;
	}

	private void use(TestDatabase server) {
		use(server, HistorySettings.OFF);
	}

	private void use(TestDatabase server, HistorySettings history) {
		this.dataSource = new RecordedDataSource(server.empty());
		this.database = new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO).withHistory(history));
		this.store = new JdbcJobStore(this.database);
		this.store.submit(List.of(job("first", ConflictPolicy.KEEP)));
	}

	private static boolean isInsert(String statement) {
		return statement.startsWith("INSERT INTO delay_job ");
	}

	private static List<NewJob> jobs(int count) {
		return IntStream.range(0, count).mapToObj((i) -> job("many-" + i, ConflictPolicy.KEEP)).toList();
	}

	private static NewJob job(String id, ConflictPolicy onConflict) {
		return new NewJob(TOPIC, id, DueTime.NOW, onConflict, JobRecord.of(new byte[1]));
	}

}
