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

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The row with the latest time of the store is missing.
 */
abstract class ClockRowContract {

	private final JdbcDatabase database;

	private final JdbcTemplate sql;

	ClockRowContract(TestDatabase server) {
		this.database = new JdbcDatabase(server.empty(), JdbcJobStoreOptions.defaults());
		this.sql = new JdbcTemplate(server.dataSource());
	}

	@BeforeEach
	void delete() {
		this.sql.update("DELETE FROM delay_clock");
	}

	@AfterEach
	void close() {
		this.sql.update("INSERT INTO delay_clock (id, latest) VALUES (1, 0)");
		this.database.close();
	}

	@Test
	void callsSucceedWithoutTheRow() {
		submit();
		assertThat(this.sql.queryForObject("SELECT COUNT(*) FROM delay_job", Integer.class)).isOne();
	}

	private void submit() {
		new JdbcJobStore(this.database)
			.submit(List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

}
