// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlSchemaTests extends SchemaContract {

	PostgreSqlSchemaTests() {
		super(TestDatabase.POSTGRESQL, 10);
	}

	@Test
	void vacuumRunsOftenForLargeValuesAndNeverLocksATable() {
		for (String table : new String[] { "delay_job", "delay_finished" }) {
			assertThat(options("oid = '" + table + "'::regclass")).contains("autovacuum_vacuum_scale_factor=0.02",
					"autovacuum_vacuum_threshold=1000", "vacuum_truncate=false");
			assertThat(options("oid = (SELECT reltoastrelid FROM pg_class WHERE oid = '" + table + "'::regclass)"))
				.contains("autovacuum_vacuum_scale_factor=0.02", "autovacuum_vacuum_threshold=1000",
						"vacuum_truncate=false");
		}
	}

	private static String options(String condition) {
		return new JdbcTemplate(TestDatabase.POSTGRESQL.dataSource())
			.queryForObject("SELECT array_to_string(reloptions, ' ') FROM pg_class WHERE " + condition, String.class);
	}

}
