// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.actuate.DelayHealth;
import io.delay.actuate.DelayHealthCheck;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.StartupFailure;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcSchema;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * How the tables come into being, and what is reported if they cannot be used.
 */
@ExtendWith(OutputCaptureExtension.class)
class JdbcSchemaAtStartTests {

	@TempDir
	private Path directory;

	private final ApplicationContextRunner inMemory = JdbcContexts.inMemory();

	@Test
	void theTablesAreCreatedInMemory() {
		this.inMemory.run(JdbcSchemaAtStartTests::submitAndCount);
	}

	@Test
	void embeddedDoesNotCreateTablesInAFileAndFailsWithARemedy() {
		inFile().run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Table delay_schema is missing",
					"Run classpath:io/delay/jdbc/schema/h2/V1.sql");
			assertThat(analysis.getAction()).contains("delay.jdbc.initialize-schema=always", "Flyway");
		});
	}

	@Test
	void alwaysCreatesTheTablesOnce() {
		ApplicationContextRunner runner = inFile().withPropertyValues("delay.jdbc.initialize-schema=always");
		runner.run(JdbcSchemaAtStartTests::submitAndCount);
		runner.run((context) -> assertThat(count(context, "delay_job")).isOne());
		inFile().withPropertyValues("delay.jdbc.initialize-schema=never")
			.run((context) -> assertThat(count(context, "delay_job")).isOne());
	}

	@Test
	void neverCreatesNoTablesInMemory() {
		this.inMemory.withPropertyValues("delay.jdbc.initialize-schema=never")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("Table delay_schema is missing"));
	}

	@Test
	void missingTablesAreFoundOnUseIfTheCheckIsOff() {
		inFile().withPropertyValues("delay.startup-check=off").run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void stricterIsolationFailsTheStartIfTheCheckFails() {
		this.inMemory
			.withPropertyValues("delay.startup-check=fail",
					"spring.datasource.hikari.transaction-isolation=TRANSACTION_SERIALIZABLE")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("    - The isolation of database connections is SERIALIZABLE"));
		this.inMemory.withPropertyValues("delay.startup-check=fail")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void scriptOfTheApplicationRunsBeforeTheCheck() {
		inFile()
			.withPropertyValues("spring.sql.init.mode=always",
					"spring.sql.init.schema-locations=classpath:io/delay/jdbc/schema/h2/V1.sql")
			.run(JdbcSchemaAtStartTests::submitAndCount);
	}

	@Test
	void aMissingColumnFailsTheStart() {
		ApplicationContextRunner runner = inFile().withPropertyValues("delay.jdbc.initialize-schema=always");
		runner.run((context) -> context.getBean(JdbcTemplate.class)
			.execute("ALTER TABLE delay_topic DROP COLUMN permits"));
		runner.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains(
				"Table delay_topic is missing, lacks a column or cannot be read", "PERMITS",
				"Compare it with the script classpath:io/delay/jdbc/schema/h2/V1.sql"));
	}

	@Test
	void aTableOfAnotherProgramFailsTheStart() {
		inFile().withPropertyValues("delay.startup-check=off")
			.run((context) -> context.getBean(JdbcTemplate.class)
				.execute("CREATE TABLE delay_job (number INT, text VARCHAR(10))"));
		inFile().withPropertyValues("delay.jdbc.initialize-schema=always").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("classpath:io/delay/jdbc/schema/h2/V1.sql",
					"CREATE INDEX IF NOT EXISTS delay_job_place", "Column \"TOPIC\" not found");
			assertThat(analysis.getAction()).contains("other programs have tables of these names",
					"delay.jdbc.table-prefix");
		});
	}

	@Test
	void unsupportedDatabaseFailsTheStart() {
		JdbcContexts.on("jdbc:hsqldb:mem:" + UUID.randomUUID()).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Jobs cannot be stored in database 'HSQL Database Engine'",
					"Use PostgreSQL, MySQL, MariaDB or H2");
			assertThat(analysis.getAction()).contains("another data source");
		});
	}

	@Test
	void tablesHaveThePrefix() {
		this.inMemory.withPropertyValues("delay.jdbc.table-prefix=my_delay_").run((context) -> {
			submit(context);
			assertThat(count(context, "my_delay_job")).isOne();
		});
	}

	@Test
	void thePrefixCanNameASchema() {
		inFile()
			.withPropertyValues("delay.jdbc.initialize-schema=always", "delay.jdbc.table-prefix=app.delay_",
					"spring.datasource.hikari.connection-init-sql=CREATE SCHEMA IF NOT EXISTS app")
			.run((context) -> {
				submit(context);
				assertThat(count(context, "app.delay_job")).isOne();
			});
	}

	@Test
	void severalInstancesCanCreateTheTablesAtTheSameTime() throws Exception {
		ExecutorService instances = Executors.newFixedThreadPool(4);
		try {
			this.inMemory.withPropertyValues("delay.jdbc.initialize-schema=never", "delay.startup-check=off")
				.run((context) -> {
					JdbcSchema schema = new JdbcSchema(context.getBean(JdbcDatabase.class));
					List<Callable<Object>> creations = IntStream.range(0, 4)
						.mapToObj((i) -> Executors.callable(schema::create))
						.toList();
					for (Future<Object> creation : instances.invokeAll(creations)) {
						creation.get();
					}
					assertThat(schema.problems()).isEmpty();
				});
		}
		finally {
			instances.shutdownNow();
		}
	}

	@Test
	@Tag("thorough")
	void applicationStartsWithoutItsDatabaseAndLogsTheProblem(CapturedOutput output) {
		JdbcContexts.on("jdbc:h2:tcp://localhost:1/none").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(() -> submit(context))
				.withMessageContainingAll("The database of the jobs cannot be reached",
						"Check that the database is running");
			DelayHealth health = new DelayHealthCheck(context.getBean(JobStoreInspector.class), List.of(), null)
				.check();
			assertThat(health.status()).isEqualTo(DelayHealth.Status.DOWN);
			assertThat(health.failure()).hasMessageContaining("The database of the jobs cannot be reached");
			await().atMost(Duration.ofSeconds(10))
				.untilAsserted(() -> assertThat(output).contains("The start-up check waits for the store"));
		});
	}

	@Test
	@Tag("thorough")
	void tablesThatMustBeCreatedNeedTheDatabase() {
		JdbcContexts.on("jdbc:h2:tcp://localhost:1/none")
			.withPropertyValues("delay.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(Exception.class)
				.satisfies((cause) -> assertThat(context.getStartupFailure())
					.hasStackTraceContaining("The database of the jobs cannot be reached")));
	}

	@Test
	void aPoolThatIsTooSmallIsReported(CapturedOutput output) {
		this.inMemory.withPropertyValues("spring.datasource.hikari.maximum-pool-size=2")
			.withBean(Listener.class)
			.run((context) -> await().atMost(Duration.ofSeconds(10))
				.untilAsserted(() -> assertThat(output)
					.contains("The connection pool has at most 2 connections, but the number of listeners is 1")
					.contains("spring.datasource.hikari.maximum-pool-size to at least 3")));
	}

	@Test
	void aPoolThatIsTooSmallForTransactionalHandlersIsReported(CapturedOutput output) {
		this.inMemory.withPropertyValues("spring.datasource.hikari.maximum-pool-size=7")
			.withBean(TransactionalListener.class)
			.run((context) -> await().atMost(Duration.ofSeconds(10))
				.untilAsserted(() -> assertThat(output)
					.contains("the number of listeners is 1, and transactional handlers occupy up to 5 connections")
					.contains("spring.datasource.hikari.maximum-pool-size to at least 8")));
	}

	private ApplicationContextRunner inFile() {
		return JdbcContexts.on("jdbc:h2:file:" + this.directory.resolve("jobs"));
	}

	private static void submitAndCount(AssertableApplicationContext context) {
		submit(context);
		assertThat(count(context, "delay_job")).isOne();
	}

	private static void submit(AssertableApplicationContext context) {
		context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ofHours(1));
	}

	private static Integer count(AssertableApplicationContext context, String table) {
		return context.getBean(JdbcTemplate.class).queryForObject("SELECT COUNT(*) FROM " + table, Integer.class);
	}

	static class Listener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

	static class TransactionalListener {

		@DelayListener(topic = "order", transactional = "true", concurrency = "5")
		void handle(String order) {
		}

	}

}
