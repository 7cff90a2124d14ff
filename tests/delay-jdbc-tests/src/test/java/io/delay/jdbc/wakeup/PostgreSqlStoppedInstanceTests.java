// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.DatabaseAccess;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.RateLimit;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance that stops within a transaction of the store, for instance because its
 * machine is suspended, keeps no locks.
 */
@Tag("thorough")
class PostgreSqlStoppedInstanceTests {

	private final JdbcDatabase stopping = new JdbcDatabase(TestDatabase.POSTGRESQL.empty(),
			JdbcJobStoreOptions.defaults());

	private final JdbcDatabase running = new JdbcDatabase(TestDatabase.POSTGRESQL.dataSource(),
			JdbcJobStoreOptions.defaults());

	private final CountDownLatch resumed = new CountDownLatch(1);

	private int tokens;

	@AfterEach
	void close() {
		this.resumed.countDown();
		this.stopping.close();
		this.running.close();
	}

	@Test
	void thePermitsOfATopicAreAvailableAfterFiveSeconds() throws Exception {
		new JdbcJobStore(this.running)
			.submit(List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		CountDownLatch locked = new CountDownLatch(1);
		CompletableFuture<Boolean> transaction = CompletableFuture
			.supplyAsync(() -> DatabaseAccess.works(this.stopping).own((work) -> {
				assertThat(work.tables().topics().find(work.session(), "orders", true)).isNotNull();
				locked.countDown();
				return awaitResumed();
			}), (task) -> new Thread(task).start());
		assertThat(locked.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(reserve()).isEmpty();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> reserve().size() == 1);
		this.resumed.countDown();
		assertThat(transaction).failsWithin(Duration.ofSeconds(20));
	}

	private boolean awaitResumed() {
		try {
			return this.resumed.await(60, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private List<ReservedJob> reserve() {
		return new JdbcJobStore(this.running)
			.reserve(new ReserveRequest("orders", "host/1:" + ++this.tokens, 1,
					new ReserveTerms(Duration.ofMinutes(1), 5).limitedTo(RateLimit.of("1000/s"))))
			.jobs();
	}

}
