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
	void vacuumAlsoComesOftenToLargeValuesAndNeverLocksATable() {
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
