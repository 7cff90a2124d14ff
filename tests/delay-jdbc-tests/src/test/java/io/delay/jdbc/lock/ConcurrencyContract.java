// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.Settlements;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many threads use the store at once, some of them in transactions, of which some are
 * rolled back. No job is lost, and none is handled twice.
 */
abstract class ConcurrencyContract {

	private static final String TOPIC = "orders";

	private static final int THREADS = 4;

	private static final int ROUNDS = 150;

	private final JdbcDatabase database;

	private final JdbcJobStore store;

	private final TransactionTemplate transaction;

	private final ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS);

	private final Set<String> submitted = ConcurrentHashMap.newKeySet();

	private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

	ConcurrencyContract(TestDatabase database) {
		this.database = new JdbcDatabase(database.empty(), JdbcJobStoreOptions.defaults());
		this.store = new JdbcJobStore(this.database);
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(database.dataSource()));
	}

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.database.close();
	}

	@Test
	void everyJobIsHandledOnce() throws Exception {
		AtomicBoolean ended = new AtomicBoolean();
		List<Future<?>> producers = new ArrayList<>();
		List<Future<?>> consumers = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int number = i;
			producers.add(this.threads.submit(() -> produce(number)));
			consumers.add(this.threads.submit(() -> consume(number, ended)));
		}
		for (Future<?> producer : producers) {
			producer.get(2, TimeUnit.MINUTES);
		}
		ended.set(true);
		for (Future<?> consumer : consumers) {
			consumer.get(2, TimeUnit.MINUTES);
		}
		assertThat(this.handled).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(this.submitted);
		assertThat(new JdbcJobStoreInspector(this.database).status(TOPIC).counts())
			.allSatisfy((state, jobs) -> assertThat(jobs).isZero());
	}

	// A transaction that cancels in the order of ids must not wait for an ack that has
	// locked these jobs in another order, and waits for this transaction
	@Test
	void acksOfSeveralReservesDoNotDeadlockTransactionsThatCancelTheSameJobs() throws Exception {
		for (int i = 0; i < ROUNDS; i++) {
			submit(List.of("b"), "x");
			Lease b = reserveOne("b", "host/1:" + i);
			submit(List.of("a"), "x");
			Lease a = reserveOne("a", "host/2:" + i);
			List<Settlement> acks = List.of(new Settlement.Ack(a), new Settlement.Ack(b));
			Future<List<SettleResult>> settled = this.threads.submit(() -> this.store.settle(acks));
			this.transaction.executeWithoutResult((status) -> {
				this.store.cancel(TOPIC, "a");
				this.store.cancel(TOPIC, "b");
			});
			assertThat(settled.get(2, TimeUnit.MINUTES)).hasSize(2);
			this.store.cancel(TOPIC, "x");
		}
	}

	// A transaction that is chosen to end a deadlock fails
	@Test
	void transactionsThatReplaceTheSameJobWaitForEachOther() throws Exception {
		List<NewJob> heartbeat = List
			.of(new NewJob(TOPIC, "heartbeat", DueTime.NOW, ConflictPolicy.REPLACE, JobRecord.of(new byte[50])));
		this.store.submit(heartbeat);
		List<Future<?>> replaced = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			replaced.add(this.threads.submit(() -> {
				for (int j = 0; j < ROUNDS / 3; j++) {
					this.transaction.executeWithoutResult(
							(status) -> assertThat(this.store.submit(heartbeat)).extracting(SubmitResult::status)
								.containsExactly(SubmitStatus.REPLACED));
				}
			}));
		}
		for (Future<?> thread : replaced) {
			thread.get(2, TimeUnit.MINUTES);
		}
	}

	private Lease reserveOne(String id, String token) {
		return this.store.reserve(new ReserveRequest(TOPIC, token, 2, ReserveTerms.defaults()))
			.jobs()
			.stream()
			.map(ReservedJob::lease)
			.filter((lease) -> lease.id().equals(id))
			.findFirst()
			.orElseThrow();
	}

	private void produce(int number) {
		for (int i = 0; i < ROUNDS; i++) {
			List<String> ids = new ArrayList<>();
			for (int j = 0; j < 5; j++) {
				ids.add("job-" + number + "-" + i + "-" + j);
			}
			// An id that all threads submit
			String hot = "hot-" + i;
			switch (i % 3) {
				case 0 -> stored(submit(ids, hot));
				case 1 -> stored(inTransaction((status) -> submit(ids, hot)));
				default -> inTransaction((status) -> {
					status.setRollbackOnly();
					return submit(ids, hot);
				});
			}
		}
	}

	// A caller whose transaction was chosen to end a deadlock has to repeat it
	private List<String> inTransaction(TransactionCallback<List<String>> work) {
		for (int attempt = 1;; attempt++) {
			try {
				return this.transaction.execute(work);
			}
			catch (PessimisticLockingFailureException ex) {
				if (attempt == 20) {
					throw ex;
				}
			}
		}
	}

	private void stored(List<String> ids) {
		this.submitted.addAll(ids);
	}

	private List<String> submit(List<String> ids, String hot) {
		List<NewJob> jobs = new ArrayList<>();
		jobs.add(job(hot));
		ids.forEach((id) -> jobs.add(job(id)));
		return this.store.submit(jobs)
			.stream()
			.filter((result) -> result.status() == SubmitStatus.CREATED)
			.map((result) -> result.id())
			// A hot id can be stored again once it was handled
			.filter((id) -> !id.startsWith("hot"))
			.toList();
	}

	private static NewJob job(String id) {
		return new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[50]));
	}

	private void consume(int number, AtomicBoolean ended) {
		for (int i = 0;; i++) {
			boolean last = ended.get();
			ReserveResult result = this.store
				.reserve(new ReserveRequest(TOPIC, "host/" + number + ":" + i, 20, ReserveTerms.defaults()));
			List<Settlement> acks = new ArrayList<>();
			for (ReservedJob job : result.jobs()) {
				acks.add(new Settlement.Ack(job.lease()));
				if (!job.lease().id().startsWith("hot")) {
					this.handled.add(job.lease().id());
				}
			}
			if (!acks.isEmpty()) {
				Settlements.settle(this.store, acks);
			}
			else if (last && new JdbcJobStoreInspector(this.database).status(TOPIC).count(JobState.READY) == 0) {
				return;
			}
		}
	}

}
