// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The tables are created and upgraded. The resources of the tests have a made-up script
 * for the version after the present one.
 */
abstract class SchemaContract {

	private static final int NEXT = JdbcSchema.VERSION + 1;

	private static final int INSTANCES = 6;

	private static final String TOPIC = "orders";

	private final TestDatabase server;

	private final DataSource dataSource;

	private final int rounds;

	/** Whether the tables can be upgraded while other instances use them. */
	private final boolean online;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<JdbcDatabase> databases = new CopyOnWriteArrayList<>();

	SchemaContract(TestDatabase server, int rounds) {
		this.server = server;
		this.dataSource = server.dataSource();
		this.rounds = rounds;
		this.online = server != TestDatabase.H2;
	}

	@AfterEach
	void close() throws InterruptedException {
		this.threads.shutdownNow();
		boolean ended = this.threads.awaitTermination(1, TimeUnit.MINUTES);
		this.databases.forEach(JdbcDatabase::close);
		assertThat(ended).as("All threads have ended").isTrue();
		this.databases.stream().map(JdbcDatabase::tablePrefix).distinct().forEach(this.server::drop);
	}

	@Test
	void theVersionOfTheTestHasNotBeenReleased() throws IOException {
		assertThat(Collections.list(getClass().getClassLoader().getResources(path(JdbcSchema.VERSION))))
			.as("Rename the made-up script to the version after the present one")
			.hasSize(1);
	}

	@Test
	void instancesCanCreateAndUpgradeTheTablesAtTheSameTime() throws Exception {
		int version = this.online ? NEXT : JdbcSchema.VERSION;
		for (int round = 0; round < this.rounds; round++) {
			String prefix = "race_" + round + "_";
			CountDownLatch start = new CountDownLatch(1);
			List<Future<List<String>>> instances = new ArrayList<>();
			for (int i = 0; i < INSTANCES; i++) {
				JdbcSchema schema = new JdbcSchema(database(prefix), version);
				schema.isInMemory(); // connects
				instances.add(this.threads.submit(() -> {
					start.await();
					schema.create();
					return schema.problems();
				}));
			}
			start.countDown();
			for (Future<List<String>> problems : instances) {
				assertThat(problems.get(1, TimeUnit.MINUTES)).isEmpty();
			}
			assertThat(new JdbcSchema(database(prefix), version).missingIndexes()).isEmpty();
			close(prefix);
		}
	}

	@Test
	void tablesOfThePreviousVersionNeedTheScriptThatTheMessageNames() throws IOException {
		JdbcDatabase database = database("before_");
		new JdbcSchema(database).create();
		JdbcSchema next = new JdbcSchema(database, NEXT);
		assertThat(next.problems()).singleElement()
			.asString()
			.contains("version " + JdbcSchema.VERSION + " according to table before_schema", "needs version " + NEXT)
			.endsWith("Run classpath:" + path(NEXT));
		// As Flyway does with a copy
		String script = new ClassPathResource(path(NEXT)).getContentAsString(StandardCharsets.UTF_8)
			.replace("delay_", "before_");
		new ResourceDatabasePopulator(new ByteArrayResource(script.getBytes(StandardCharsets.UTF_8)))
			.execute(this.dataSource);
		assertThat(next.problems()).isEmpty();
		next.create();
	}

	@Test
	void tablesOfALaterVersionAreNotChanged() {
		JdbcDatabase database = database("later_");
		new JdbcSchema(database, NEXT).create();
		JdbcSchema before = new JdbcSchema(database);
		before.create();
		assertThat(before.problems()).isEmpty();
		assertThat(version("later_")).isEqualTo(NEXT);
	}

	@Test
	void thePrefixCanNameASchema() {
		this.server.execute("CREATE SCHEMA IF NOT EXISTS app");
		create("app.jobs_");
	}

	@Test
	void aMissingTableIsReported() {
		JdbcDatabase database = database("table_");
		new JdbcSchema(database).create();
		this.server.execute("DROP TABLE table_count");
		assertThat(new JdbcSchema(database).problems()).singleElement()
			.asString()
			.startsWith("Table table_count is missing, lacks a column or cannot be read")
			.endsWith("classpath:" + path(1));
	}

	@Test
	void aMissingIndexIsReported() {
		JdbcDatabase database = database("index_");
		new JdbcSchema(database).create();
		JdbcServerCheck check = new JdbcServerCheck(database);
		assertThat(check.settings()).noneMatch((problem) -> problem.startsWith("Index"));
		this.server.execute(dropIndex("index_job", "index_job_place"));
		assertThat(check.settings()).filteredOn((problem) -> problem.startsWith("Index"))
			.singleElement()
			.asString()
			.startsWith("Index index_job_place is missing")
			.endsWith("classpath:" + path(1));
	}

	String dropIndex(String table, String index) {
		return "DROP INDEX " + index;
	}

	@Test
	void instancesOfThePreviousVersionSubmitAndHandleJobsDuringAnUpgrade() throws Exception {
		JdbcDatabase one = database("upgrade_");
		new JdbcSchema(one).create();
		Run run = new Run(List.of(one, database("upgrade_")));
		run.start();
		run.awaitJobs();
		if (this.online) {
			upgrade("upgrade_", 2);
			run.awaitJobs();
			run.stop();
		}
		else {
			run.stop();
			upgrade("upgrade_", 1);
			run.start();
			run.awaitJobs();
			run.stop();
		}
		assertThat(run.handled).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(run.submitted);
		assertThat(new JdbcSchema(one).problems()).isEmpty();
		assertThat(new JdbcSchema(one, NEXT).problems()).isEmpty();
	}

	private void upgrade(String prefix, int instances) throws Exception {
		Callable<Void> upgrade = () -> {
			new JdbcSchema(database(prefix), NEXT).create();
			return null;
		};
		for (Future<Void> upgraded : this.threads.invokeAll(Collections.nCopies(instances, upgrade), 1,
				TimeUnit.MINUTES)) {
			upgraded.get();
		}
		assertThat(version(prefix)).isEqualTo(NEXT);
	}

	void create(String prefix) {
		JdbcSchema schema = new JdbcSchema(database(prefix));
		schema.create();
		assertThat(schema.problems()).isEmpty();
		assertThat(schema.missingIndexes()).isEmpty();
	}

	private JdbcDatabase database(String prefix) {
		JdbcDatabase database = new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults().withTablePrefix(prefix));
		this.databases.add(database);
		return database;
	}

	// Otherwise a repeated test would find the tables of its first run
	private void close(String prefix) {
		this.databases.removeIf((database) -> {
			boolean closed = database.tablePrefix().equals(prefix);
			if (closed) {
				database.close();
			}
			return closed;
		});
		this.server.drop(prefix);
	}

	private Integer version(String prefix) {
		return new JdbcTemplate(this.dataSource).queryForObject("SELECT version FROM " + prefix + "schema",
				Integer.class);
	}

	private String path(int version) {
		return "io/delay/jdbc/schema/" + this.server.dialect() + "/V" + version + ".sql";
	}

	/**
	 * Jobs that instances submit and handle without a pause.
	 */
	private final class Run {

		private final Set<String> submitted = ConcurrentHashMap.newKeySet();

		private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

		private final TransactionTemplate transaction = new TransactionTemplate(
				new DataSourceTransactionManager(SchemaContract.this.dataSource));

		private final List<JdbcDatabase> databases;

		private final List<Future<?>> instances = new ArrayList<>();

		private volatile boolean submitting;

		private Run(List<JdbcDatabase> databases) {
			this.databases = databases;
		}

		private void start() {
			this.submitting = true;
			for (JdbcDatabase database : this.databases) {
				this.instances.add(SchemaContract.this.threads.submit(producer(database, false)));
				this.instances.add(SchemaContract.this.threads.submit(producer(database, true)));
				this.instances.add(SchemaContract.this.threads.submit(consumer(database)));
			}
		}

		private void stop() throws Exception {
			this.submitting = false;
			for (Future<?> instance : this.instances) {
				instance.get(1, TimeUnit.MINUTES);
			}
			this.instances.clear();
		}

		private boolean isSubmitting() {
			return this.submitting && !SchemaContract.this.threads.isShutdown();
		}

		private Callable<Void> producer(JdbcDatabase database, boolean transactional) {
			JdbcJobStore store = new JdbcJobStore(database);
			return () -> {
				while (isSubmitting()) {
					String id = UUID.randomUUID().toString();
					NewJob job = new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[10]));
					if (transactional) {
						this.transaction.executeWithoutResult((status) -> store.submit(List.of(job)));
					}
					else {
						store.submit(List.of(job));
					}
					this.submitted.add(id);
				}
				return null;
			};
		}

		private Callable<Void> consumer(JdbcDatabase database) {
			JdbcJobStore store = new JdbcJobStore(database);
			JdbcJobStoreInspector inspector = new JdbcJobStoreInspector(database);
			return () -> {
				for (int i = 0;; i++) {
					boolean last = !isSubmitting();
					List<Settlement> acks = new ArrayList<>();
					String consumer = Thread.currentThread().getName() + "/" + i;
					store.reserve(new ReserveRequest(TOPIC, consumer, 20, ReserveTerms.defaults()))
						.jobs()
						.forEach((job) -> acks.add(new Settlement.Ack(job.lease())));
					if (!acks.isEmpty()) {
						Settlements.settle(store, acks);
					}
					acks.forEach((ack) -> this.handled.add(ack.lease().id()));
					if (SchemaContract.this.threads.isShutdown()
							|| (last && acks.isEmpty() && inspector.status(TOPIC).count(JobState.READY) == 0)) {
						return null;
					}
				}
			};
		}

		private void awaitJobs() {
			int before = this.handled.size();
			await().atMost(Duration.ofMinutes(1))
				.until(() -> this.handled.size() >= before + 100 || this.instances.stream().anyMatch(Future::isDone));
		}

	}

}
