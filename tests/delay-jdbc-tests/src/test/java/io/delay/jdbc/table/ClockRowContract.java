// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
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
