// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.admin.FailedRetention;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is done meanwhile with jobs that a transaction of the application has locked.
 * Their leases are extended after that transaction, and do not keep the threads that
 * extend leases waiting: a touch that waits for the lock fails after the timeout of the
 * store.
 */
abstract class LockedRowContract {

	private static final String TOPIC = "orders";

	private static final String TOKEN = "host/1:1";

	private static final Duration TTR = Duration.ofMinutes(1);

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final PlatformTransactionManager transactions;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final JdbcJobStoreInspector inspector;

	private final JdbcJobStoreAdministrator administrator;

	private TransactionStatus application;

	LockedRowContract(TestDatabase server) {
		this.transactions = new DataSourceTransactionManager(server.empty());
		this.database = new JdbcDatabase(server.dataSource(),
				JdbcJobStoreOptions.defaults()
					.withPollInterval(Duration.ZERO)
					.withTimeout(Duration.ofSeconds(5))
					.withClock(() -> this.now));
		this.store = new JdbcJobStore(this.database);
		this.inspector = new JdbcJobStoreInspector(this.database);
		this.administrator = new JdbcJobStoreAdministrator(this.database);
	}

	@AfterEach
	void close() {
		if (this.application != null && !this.application.isCompleted()) {
			this.transactions.rollback(this.application);
		}
		this.database.close();
	}

	@Test
	void theLeaseOfAJobThatATransactionCancelsIsExtendedIfItIsRolledBack() {
		List<Lease> leases = reserve("a", "b", "c");
		begin(() -> assertThat(this.store.cancel(TOPIC, "b")).contains(JobState.RESERVED));
		this.now = this.now.plusSeconds(30);
		assertThat(touch(leases)).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE, SettleResult.DONE);
		this.transactions.rollback(this.application);
		assertThat(touch(leases)).containsOnly(SettleResult.DONE);
		assertThat(leases).allSatisfy((lease) -> assertThat(this.inspector.find(TOPIC, lease.id()))
			.hasValueSatisfying((job) -> assertThat(job.time()).isEqualTo(this.now.plus(TTR))));
	}

	@Test
	void theLeaseOfAJobThatATransactionCancelsIsLostIfItIsCommitted() {
		List<Lease> leases = reserve("a", "b");
		begin(() -> assertThat(this.store.cancel(TOPIC, "b")).contains(JobState.RESERVED));
		assertThat(touch(leases)).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE);
		this.transactions.commit(this.application);
		assertThat(touch(leases)).containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST);
	}

	@Test
	void theLeaseOfAJobThatATransactionReplacesIsLostIfItIsCommitted() {
		List<Lease> leases = reserve("a");
		begin(this::replace);
		assertThat(touch(leases)).containsExactly(SettleResult.UNREACHABLE);
		this.transactions.commit(this.application);
		assertThat(touch(leases)).containsExactly(SettleResult.LEASE_LOST);
		assertThat(this.inspector.find(TOPIC, "a"))
			.hasValueSatisfying((job) -> assertThat(job.state()).isEqualTo(JobState.DELAYED));
	}

	@Test
	void theLeaseOfAJobThatATransactionOnlyLocksIsExtendedAfterwards() {
		List<Lease> leases = reserve("a");
		begin(() -> assertThat(this.store.reschedule(TOPIC, "a", DueTime.after(Duration.ofHours(1))))
			.contains(JobState.RESERVED));
		assertThat(touch(leases)).containsExactly(SettleResult.UNREACHABLE);
		this.transactions.commit(this.application);
		assertThat(touch(leases)).containsExactly(SettleResult.DONE);
	}

	@Test
	void aLeaseThatWasLostBeforeTheTransactionIsReportedAsLost() {
		List<Lease> leases = reserve("a");
		replace();
		begin(() -> assertThat(this.store.cancel(TOPIC, "a")).contains(JobState.DELAYED));
		assertThat(touch(leases)).containsExactly(SettleResult.LEASE_LOST);
	}

	@Test
	void acksDoNotWaitForAJobThatATransactionCancels() {
		List<Lease> leases = reserve("a", "b", "c");
		begin(() -> assertThat(this.store.cancel(TOPIC, "b")).contains(JobState.RESERVED));
		assertThat(settle(leases, Settlement.Ack::new)).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE,
				SettleResult.DONE);
		assertThat(this.inspector.find(TOPIC, "a")).isEmpty();
		assertThat(settle(leases.subList(1, 2), Settlement.Ack::new)).containsExactly(SettleResult.UNREACHABLE);
		this.transactions.rollback(this.application);
		assertThat(settle(leases, Settlement.Ack::new)).containsExactly(SettleResult.LEASE_LOST, SettleResult.DONE,
				SettleResult.LEASE_LOST);
		assertThat(this.inspector.find(TOPIC, "b")).isEmpty();
	}

	@Test
	void anAckIsLostIfTheTransactionThatReplacesTheJobCommits() {
		List<Lease> leases = reserve("a", "b");
		begin(this::replace);
		assertThat(settle(leases, Settlement.Ack::new)).containsExactly(SettleResult.UNREACHABLE, SettleResult.DONE);
		this.transactions.commit(this.application);
		assertThat(settle(leases.subList(0, 1), Settlement.Ack::new)).containsExactly(SettleResult.LEASE_LOST);
		assertThat(this.inspector.find(TOPIC, "a"))
			.hasValueSatisfying((job) -> assertThat(job.state()).isEqualTo(JobState.DELAYED));
	}

	@Test
	void otherSettlementsDoNotWaitForAJobThatATransactionCancels() {
		FailureReason reason = new FailureReason("why", "host");
		List<Function<Lease, Settlement>> kinds = List.of((lease) -> new Settlement.Release(lease, Duration.ZERO),
				(lease) -> new Settlement.Fail(lease, reason, Duration.ZERO),
				(lease) -> new Settlement.Bury(lease, reason), Settlement.HandBack::new);
		for (Function<Lease, Settlement> kind : kinds) {
			List<Lease> leases = reserve("a", "b", "c");
			begin(() -> assertThat(this.store.cancel(TOPIC, "b")).contains(JobState.RESERVED));
			assertThat(settle(leases, kind)).containsExactly(SettleResult.DONE, SettleResult.UNREACHABLE,
					SettleResult.DONE);
			this.transactions.rollback(this.application);
			assertThat(settle(leases.subList(1, 2), kind)).containsExactly(SettleResult.DONE);
			leases.forEach((lease) -> assertThat(this.store.cancel(TOPIC, lease.id())).isPresent());
		}
	}

	@Test
	void jobsWhoseReplyWasLostAreHandedBackWithoutThoseThatATransactionHasLocked() {
		reserve("a", "b", "c");
		begin(() -> assertThat(this.store.cancel(TOPIC, "b")).contains(JobState.RESERVED));
		assertThat(this.store.handBack(TOPIC, TOKEN)).isEqualTo(2);
		this.transactions.rollback(this.application);
		assertThat(this.store.handBack(TOPIC, TOKEN)).isOne();
		assertThat(this.store.handBack(TOPIC, TOKEN)).isZero();
	}

	@Test
	void aReadyJobThatStaysLockedIsReadLessAndLessOften() {
		submit("a", Duration.ZERO);
		submit("b", Duration.ofSeconds(1));
		submit("c", Duration.ofSeconds(2));
		begin(() -> assertThat(this.store.reschedule(TOPIC, "a", DueTime.NOW)).contains(JobState.READY));
		assertThat(next()).isEqualTo(Duration.ofMillis(10));
		Awaitility.await().until(() -> Duration.ofMillis(500).equals(next()));
		this.now = this.now.plusMillis(993);
		assertThat(next()).isEqualTo(Duration.ofMillis(7));
		this.now = this.now.plusMillis(7);
		assertThat(this.store.reserve(request(10)).jobs()).hasSize(1);
		assertThat(next()).isEqualTo(Duration.ofMillis(500));
		assertThat(this.store.cancel(TOPIC, "a")).isPresent();
		this.transactions.commit(this.application);
		this.now = this.now.plusSeconds(1);
		begin(() -> assertThat(this.store.reschedule(TOPIC, "c", DueTime.NOW)).contains(JobState.READY));
		assertThat(next()).isEqualTo(Duration.ofMillis(10));
	}

	@Test
	void aLockedReadyJobAmongOthersIsFoundByTheNextReserve() {
		submit("a", Duration.ZERO);
		submit("b", Duration.ZERO);
		submit("c", Duration.ZERO);
		submit("later", Duration.ofHours(1));
		begin(() -> assertThat(this.store.reschedule(TOPIC, "b", DueTime.NOW)).contains(JobState.READY));
		assertThat(this.store.reserve(request(10)).jobs()).hasSize(2);
		assertThat(next()).isEqualTo(Duration.ofMillis(10));
		this.transactions.rollback(this.application);
		assertThat(this.store.reserve(request(10)).jobs()).hasSize(1);
	}

	private @Nullable Duration next() {
		ReserveResult result = this.store.reserve(request(10));
		assertThat(result.jobs()).isEmpty();
		return result.nextEvent();
	}

	private void submit(String id, Duration delay) {
		this.store.submit(
				List.of(new NewJob(TOPIC, id, DueTime.after(delay), ConflictPolicy.KEEP, JobRecord.of(new byte[1]))));
	}

	private static ReserveRequest request(int limit) {
		return new ReserveRequest(TOPIC, TOKEN, limit, new ReserveTerms(TTR, 5));
	}

	@Test
	void jobsAreHandedBackWhileAJobOfAnotherReserveIsLocked() {
		reserve("a", "b");
		this.store.submit(List.of(new NewJob(TOPIC, "c", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[1]))));
		this.store.reserve(new ReserveRequest(TOPIC, "host/1:2", 1, new ReserveTerms(TTR, 5)));
		begin(() -> assertThat(this.store.cancel(TOPIC, "c")).contains(JobState.RESERVED));
		assertThat(CompletableFuture.supplyAsync(() -> this.store.handBack(TOPIC, TOKEN)))
			.succeedsWithin(Duration.ofSeconds(2))
			.isEqualTo(2);
	}

	@Test
	void jobsOfASmallTopicAreCancelledWhileAnotherIsLocked() {
		List<String> ids = List.of("a", "b", "c", "d");
		ids.forEach((id) -> submit(id, Duration.ofHours(1)));
		submit("locked", Duration.ofHours(1));
		begin(() -> assertThat(this.store.reschedule(TOPIC, "locked", DueTime.NOW)).contains(JobState.DELAYED));
		assertThat(CompletableFuture.runAsync(() -> this.administrator.cancel(TOPIC, ids)))
			.succeedsWithin(Duration.ofSeconds(3));
		assertThat(this.inspector.find(TOPIC, "d")).isEmpty();
	}

	@Test
	void retainedJobsAreNotDroppedInsteadOfALockedOne() {
		reserve("a", "b", "c").forEach((lease) -> {
			this.store.settle(List.of(new Settlement.Bury(lease, new FailureReason("why", "host"))));
			this.now = this.now.plusSeconds(1);
		});
		// As another instance that is dropping it, or an operator
		begin(() -> assertThat(this.store.cancel(TOPIC, "a")).contains(JobState.FAILED));
		FailedRetention newestTwo = new FailedRetention(null, 2);
		assertThat(this.administrator.dropFailed(TOPIC, newestTwo, 10)).isZero();
		this.transactions.rollback(this.application);
		assertThat(this.administrator.dropFailed(TOPIC, newestTwo, 10)).isOne();
		assertThat(this.administrator.dropFailed(TOPIC, newestTwo, 10)).isZero();
		assertThat(this.inspector.find(TOPIC, "a")).isEmpty();
	}

	@Test
	void aJobThatWasLockedIsPurgedByALaterCall() {
		submit("a", Duration.ofSeconds(1));
		submit("b", Duration.ofSeconds(2));
		submit("c", Duration.ofSeconds(3));
		begin(() -> assertThat(this.store.reschedule(TOPIC, "a", DueTime.after(Duration.ofSeconds(1))))
			.contains(JobState.DELAYED));
		int purged = this.administrator.purge(TOPIC, JobState.DELAYED, 2);
		assertThat(purged).isPositive();
		this.transactions.rollback(this.application);
		assertThat(this.administrator.purge(TOPIC, JobState.DELAYED, 2)).isEqualTo(3 - purged);
	}

	private void replace() {
		this.store.submit(List.of(new NewJob(TOPIC, "a", DueTime.after(Duration.ofHours(1)), ConflictPolicy.REPLACE,
				JobRecord.of(new byte[1]))));
	}

	// Carries out a part of a transaction that is ended by the test.
	private void begin(Runnable work) {
		this.application = this.transactions.getTransaction(new DefaultTransactionDefinition());
		work.run();
	}

	private List<Lease> reserve(String... ids) {
		this.store.submit(Stream.of(ids)
			.map((id) -> new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[1])))
			.toList());
		List<Lease> leases = this.store.reserve(request(ids.length))
			.jobs()
			.stream()
			.map(ReservedJob::lease)
			.sorted(Comparator.comparing(Lease::id))
			.toList();
		assertThat(leases).hasSize(ids.length);
		return leases;
	}

	private List<SettleResult> settle(List<Lease> leases, Function<Lease, Settlement> settlement) {
		return this.store.settle(leases.stream().map(settlement).toList());
	}

	private List<SettleResult> touch(List<Lease> leases) {
		return this.store.touch(leases.stream().map((lease) -> new Touch(lease, TTR)).toList());
	}

}
