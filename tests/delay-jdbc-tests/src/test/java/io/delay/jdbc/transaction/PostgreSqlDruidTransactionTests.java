// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.jdbc.JdbcServerCheck;
import io.delay.jdbc.TestDatabase;
import io.delay.jdbc.session.ListeningConnection;
import io.delay.jdbc.session.Sessions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs in transactions on PostgreSQL with the pool and the firewall of Druid.
 */
@Tag("thorough")
class PostgreSqlDruidTransactionTests extends TransactionContract {

	PostgreSqlDruidTransactionTests() {
		super(TestDatabase.DRUID_POSTGRESQL);
	}

	@Test
	void theTablesAreCreated() {
		TestDatabase.POSTGRESQL.drop("druid_");
		try (JdbcDatabase database = new JdbcDatabase(TestDatabase.DRUID_POSTGRESQL.empty(),
				JdbcJobStoreOptions.defaults().withTablePrefix("druid_"))) {
			JdbcSchema schema = new JdbcSchema(database);
			schema.create();
			assertThat(schema.problems()).isEmpty();
		}
	}

	@Test
	void theServerIsChecked() {
		try (JdbcDatabase database = new JdbcDatabase(TestDatabase.DRUID_POSTGRESQL.empty(),
				JdbcJobStoreOptions.defaults())) {
			// EmbeddedPostgres starts the server without fsync
			assertThat(new JdbcServerCheck(database).settings()).anyMatch((problem) -> problem.contains("fsync"));
		}
	}

	@Test
	void instancesNotifyEachOther() {
		Sessions sessions = new Sessions(TestDatabase.DRUID_POSTGRESQL.empty(), Duration.ZERO);
		try (ListeningConnection listening = sessions.listen("'druid'")) {
			TestDatabase.POSTGRESQL.execute("NOTIFY druid, 'hello'");
			assertThat(listening.await(Duration.ofSeconds(20))).containsExactly("hello");
		}
	}

}
