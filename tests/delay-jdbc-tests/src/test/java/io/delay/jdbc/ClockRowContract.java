/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The row with the latest time of the store is missing.
 */
@ExtendWith(OutputCaptureExtension.class)
abstract class ClockRowContract {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final JdbcDatabase database;

	private final JdbcTemplate sql;

	private final TransactionTemplate transaction;

	ClockRowContract(TestDatabase server) {
		this.database = new JdbcDatabase(server.empty(), JdbcJobStoreOptions.defaults());
		this.sql = new JdbcTemplate(server.dataSource());
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(server.dataSource()));
	}

	@BeforeEach
	void delete() {
		this.sql.update("DELETE FROM delay_clock");
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void theFirstCallInsertsTheRow(CapturedOutput output) {
		submit();
		assertThat(rows()).isOne();
		assertThat(this.sql.queryForObject("SELECT latest FROM delay_clock", Long.class)).isPositive();
		assertThat(output).containsOnlyOnce("Table delay_clock had no row");
	}

	@Test
	void aCallSucceedsThoughAnotherInstanceInsertsTheRowMeanwhile(CapturedOutput output) {
		CompletableFuture<Void> call = this.transaction.execute((status) -> {
			this.sql.update("INSERT INTO delay_clock (id, latest) VALUES (1, 0)");
			CompletableFuture<Void> begun = CompletableFuture.runAsync(this::submit,
					(command) -> new Thread(command).start());
			assertThat(begun).failsWithin(Duration.ofMillis(300)).withThrowableOfType(TimeoutException.class);
			return begun;
		});
		assertThat(call).succeedsWithin(PATIENCE);
		assertThat(rows()).isOne();
		assertThat(this.sql.queryForObject("SELECT latest FROM delay_clock", Long.class)).isPositive();
		assertThat(output).doesNotContain("Table delay_clock had no row");
	}

	@Test
	void theCheckFindsThatTheRowIsMissing() {
		JdbcServerCheck check = new JdbcServerCheck(this.database);
		assertThat(check.settings()).anyMatch((problem) -> problem.startsWith("Table delay_clock has no row")
				&& problem.contains(new JdbcSchema(this.database).script()));
		submit();
		assertThat(check.settings()).noneMatch((problem) -> problem.contains("delay_clock"));
	}

	private void submit() {
		new JdbcJobStore(this.database)
			.submit(List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

	private int rows() {
		Integer rows = this.sql.queryForObject("SELECT COUNT(*) FROM delay_clock WHERE id = 1", Integer.class);
		return (rows != null) ? rows : 0;
	}

}
