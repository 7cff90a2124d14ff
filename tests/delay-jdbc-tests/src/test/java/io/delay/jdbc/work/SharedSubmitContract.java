// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.ControlledDataSource;
import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.SubmitOutcomeUnknownException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Threads that submit at the same time outside of transactions share statements, and none
 * of them notices.
 */
@Timeout(60)
abstract class SharedSubmitContract {

	private static final String TOPIC = "orders";

	private static final Duration DELAY = Duration.ofHours(1);

	private final TestDatabase testDatabase;

	private final ControlledDataSource dataSource;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final TransactionTemplate transaction;

	private final List<Thread> threads = new ArrayList<>();

	SharedSubmitContract(TestDatabase testDatabase) {
		this.testDatabase = testDatabase;
		this.dataSource = new ControlledDataSource(testDatabase.empty());
		this.database = DatabaseAccess.database(this.dataSource,
				JdbcJobStoreOptions.defaults().withPollInterval(Duration.ZERO), (unrouted) -> false);
		this.store = new JdbcJobStore(this.database);
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(this.dataSource));
	}

	@BeforeEach
	void connect() {
		submit("first", JobPriority.NORMAL);
	}

	@AfterEach
	void close() {
		this.dataSource.open();
		this.threads.forEach(Thread::interrupt);
		this.database.close();
	}

	@Test
	void waitingSubmitsShareOneTransaction() throws Exception {
		holdOneCall();
		List<FutureTask<SubmitResult>> waiting = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			waiting.add(start("job-" + i, JobPriority.NORMAL));
		}
		awaitWaiting(waiting.size());
		this.dataSource.open();
		for (int i = 0; i < 20; i++) {
			SubmitResult result = waiting.get(i).get(20, TimeUnit.SECONDS);
			assertThat(result.id()).isEqualTo("job-" + i);
			assertThat(result.status()).isEqualTo(SubmitStatus.CREATED);
		}
		awaitCount(22);
		// One that was held, one for the others, and some for the clock of the store
		assertThat(this.dataSource.connections()).isLessThan(10);
	}

	@Test
	void aJobThatIsRefusedFailsOnlyItsOwnSubmit() throws Exception {
		this.testDatabase.execute("ALTER TABLE delay_job ADD CONSTRAINT delay_refused CHECK (priority <> 2)");
		try {
			holdOneCall();
			FutureTask<SubmitResult> before = start("before", JobPriority.NORMAL);
			FutureTask<SubmitResult> refused = start("refused", JobPriority.LOW);
			FutureTask<SubmitResult> after = start("after", JobPriority.NORMAL);
			awaitWaiting(3);
			this.dataSource.open();
			assertThat(before.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
			assertThat(after.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> refused.get(20, TimeUnit.SECONDS))
				.withCauseInstanceOf(DataIntegrityViolationException.class);
			awaitCount(4);
		}
		finally {
			this.testDatabase.execute("ALTER TABLE delay_job DROP CONSTRAINT delay_refused");
		}
	}

	@Test
	void aSubmitThatWaitsForAnotherTransactionDoesNotDelayOthers() throws Exception {
		CountDownLatch ended = new CountDownLatch(1);
		CountDownLatch stored = new CountDownLatch(1);
		FutureTask<SubmitResult> holder = start(() -> this.transaction.execute((status) -> {
			SubmitResult result = submit("contended", JobPriority.NORMAL);
			stored.countDown();
			awaitEnd(ended);
			return result;
		}));
		assertThat(stored.await(20, TimeUnit.SECONDS)).isTrue();
		List<FutureTask<SubmitResult>> contenders = new ArrayList<>();
		// As many as there are shared calls, and more
		for (int i = 0; i < 5; i++) {
			contenders.add(start("contended", JobPriority.NORMAL));
			TimeUnit.MILLISECONDS.sleep(20);
		}
		for (int i = 0; i < 5; i++) {
			assertThat(start("free-" + i, JobPriority.NORMAL).get(20, TimeUnit.SECONDS).status())
				.isEqualTo(SubmitStatus.CREATED);
		}
		assertThat(contenders).noneMatch(FutureTask::isDone);
		ended.countDown();
		assertThat(holder.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
		for (FutureTask<SubmitResult> contender : contenders) {
			assertThat(contender.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.EXISTING);
		}
	}

	@Test
	void aSubmitInATransactionDoesNotWaitForSharedCalls() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch go = new CountDownLatch(1);
		FutureTask<SubmitResult> joining = start(() -> this.transaction.execute((status) -> {
			begun.countDown();
			awaitEnd(go);
			return submit("joining", JobPriority.NORMAL);
		}));
		assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
		holdOneCall();
		FutureTask<SubmitResult> waiting = start("waiting", JobPriority.NORMAL);
		awaitWaiting(1);
		go.countDown();
		assertThat(joining.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(waiting).isNotDone();
	}

	@Test
	void aThreadThatIsInterruptedWhileItWaitsStoresNothing() throws Exception {
		holdOneCall();
		FutureTask<SubmitResult> interrupted = start("interrupted", JobPriority.NORMAL);
		awaitWaiting(1);
		this.threads.get(this.threads.size() - 1).interrupt();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> interrupted.get(20, TimeUnit.SECONDS))
			.withCauseInstanceOf(DataAccessException.class)
			.withMessageContaining("nothing was stored");
		this.dataSource.open();
		awaitCount(2);
	}

	@Test
	void anInterruptOfTheCallingThreadFailsOnlyItsOwnSubmit() throws Exception {
		holdOneCall();
		FutureTask<SubmitResult> one = start("one", JobPriority.NORMAL);
		awaitWaiting(1);
		Thread leader = this.threads.get(this.threads.size() - 1);
		FutureTask<SubmitResult> other = start("other", JobPriority.NORMAL);
		awaitWaiting(2);
		holdNextCall();
		leader.interrupt();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> one.get(20, TimeUnit.SECONDS))
			.withCauseInstanceOf(DataAccessException.class);
		this.dataSource.open();
		assertThat(other.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void theOutcomeOfALostCommitIsUnknownToAllSubmits() throws Exception {
		holdOneCall();
		FutureTask<SubmitResult> one = start("one", JobPriority.NORMAL);
		FutureTask<SubmitResult> other = start("other", JobPriority.NORMAL);
		awaitWaiting(2);
		holdNextCall();
		this.dataSource.loseNextCommit();
		this.dataSource.open();
		assertUnknown(one);
		assertUnknown(other);
		awaitCount(3);
	}

	@Test
	void aCallWithNewAndExistingIdsReturnsTheResultsOfEachThread() throws Exception {
		holdOneCall();
		FutureTask<SubmitResult> existing = start("first", JobPriority.NORMAL);
		FutureTask<SubmitResult> created = start("other", JobPriority.NORMAL);
		awaitWaiting(2);
		this.dataSource.open();
		assertThat(existing.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.EXISTING);
		assertThat(created.get(20, TimeUnit.SECONDS).status()).isEqualTo(SubmitStatus.CREATED);
		awaitCount(3);
	}

	private static void assertUnknown(FutureTask<SubmitResult> submit) {
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> submit.get(20, TimeUnit.SECONDS))
			.withCauseInstanceOf(SubmitOutcomeUnknownException.class);
	}

	// A thread that holds the shared call until the data source is opened.
	private void holdOneCall() {
		this.dataSource.close();
		start("held", JobPriority.NORMAL);
		await().atMost(Duration.ofSeconds(20)).until(() -> this.dataSource.held() == 1);
	}

	// Ends the call that is held, so that the first waiting thread calls for all others.
	// The interrupted thread may ask for
	// another connection before it ends.
	private void holdNextCall() {
		this.dataSource.close();
		Thread interrupted = this.threads.get(0);
		interrupted.interrupt();
		await().atMost(Duration.ofSeconds(20)).until(() -> !interrupted.isAlive() && this.dataSource.held() == 1);
	}

	// Waits until the threads that were started last wait for others.
	private void awaitWaiting(int last) {
		List<Thread> waiting = this.threads.subList(this.threads.size() - last, this.threads.size());
		await().atMost(Duration.ofSeconds(20))
			.until(() -> waiting.stream().allMatch((thread) -> thread.getState() == Thread.State.WAITING));
	}

	private static void awaitEnd(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private FutureTask<SubmitResult> start(String id, JobPriority priority) {
		return start(() -> submit(id, priority));
	}

	private FutureTask<SubmitResult> start(Callable<SubmitResult> work) {
		FutureTask<SubmitResult> task = new FutureTask<>(work);
		Thread thread = new Thread(task, "submitter");
		thread.setDaemon(true);
		this.threads.add(thread);
		thread.start();
		return task;
	}

	private SubmitResult submit(String id, JobPriority priority) {
		return this.store.submit(List.of(new NewJob(TOPIC, id, DueTime.after(DELAY), ConflictPolicy.KEEP,
				new JobRecord(new byte[50], Map.of(), null, null, priority))))
			.get(0);
	}

	private void awaitCount(int jobs) {
		await().atMost(Duration.ofSeconds(20))
			.untilAsserted(
					() -> assertThat(new JdbcJobStoreInspector(this.database).status(TOPIC).count(JobState.DELAYED))
						.isEqualTo(jobs));
	}

}
