// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.IOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Changes of jobs after the commit of a transaction of JDBC on PostgreSQL.
 */
@Tag("thorough")
class PostgreSqlAfterCommitTests extends AfterCommitContract {

	private static EmbeddedPostgres server;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
	}

	@AfterAll
	static void stop() throws IOException {
		server.close();
	}

	@Override
	ApplicationContextRunner application() {
		return JdbcApplication.on(server.getJdbcUrl("postgres", "postgres"));
	}

}
