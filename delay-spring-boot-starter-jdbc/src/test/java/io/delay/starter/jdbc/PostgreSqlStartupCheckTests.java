// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the start-up check does if transactions last long. Views replace those of the
 * system, because no test can keep a transaction open for ten minutes.
 */
@Tag("thorough")
@ExtendWith(OutputCaptureExtension.class)
class PostgreSqlStartupCheckTests {

	private static EmbeddedPostgres server;

	@BeforeAll
	static void start() throws IOException, SQLException {
		server = EmbeddedPostgres.start();
		try (Connection connection = server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute("CREATE SCHEMA seen");
			statement.execute("CREATE VIEW seen.pg_settings AS SELECT * FROM pg_catalog.pg_settings WHERE false");
			statement.execute("""
					CREATE VIEW seen.pg_stat_activity AS SELECT clock_timestamp() - INTERVAL '11 minutes' AS xact_start,
					0 AS pid, 'other' AS application_name, current_database() AS datname,
					'client backend' AS backend_type, 1 AS backend_xmin, 1 AS backend_xid""");
		}
	}

	@AfterAll
	static void stop() throws IOException {
		server.close();
	}

	@Test
	void aLongTransactionIsReportedButDoesNotFailTheStart(CapturedOutput output) {
		JdbcApplication.on(server.getJdbcUrl("postgres", "postgres"))
			.withPropertyValues("delay.jdbc.initialize-schema=always", "delay.startup-check=fail",
					"spring.datasource.hikari.connection-init-sql=SET search_path TO seen, public, pg_catalog")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("A transaction of the database has been open for 11 minutes (process 0");
			});
	}

}
