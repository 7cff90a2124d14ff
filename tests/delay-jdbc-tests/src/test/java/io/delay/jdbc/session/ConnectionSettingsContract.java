// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.delay.jdbc.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * MySQL and MariaDB have a round trip for each statement that sets something. The
 * connections of the pool are as the application has set them.
 */
abstract class ConnectionSettingsContract {

	private static final String INSERT = "INSERT INTO delay_topic (topic) VALUES (?)";

	private final TestDatabase database;

	private SingleConnectionDataSource dataSource;

	private JdbcTemplate rows;

	ConnectionSettingsContract(TestDatabase database) {
		this.database = database;
	}

	@BeforeEach
	void connect() throws SQLException {
		this.rows = new JdbcTemplate(this.database.empty());
		this.dataSource = new SingleConnectionDataSource(this.database.dataSource().getConnection(), true);
	}

	@AfterEach
	void close() throws SQLException {
		Connection connection = this.dataSource.getConnection();
		connection.setAutoCommit(true);
		this.dataSource.destroy();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aTransactionCommitsAndRestoresTheSettings(boolean autoCommit) throws SQLException {
		Sessions sessions = sessions(autoCommit);
		sessions.shared((session) -> insert(session, "one"));
		sessions.own((session) -> insert(session, "other"));
		assertThat(this.rows.queryForList("SELECT topic FROM delay_topic", String.class))
			.containsExactlyInAnyOrder("one", "other");
		assertRestored(autoCommit);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aTransactionThatFailsIsRolledBackAndRestoresTheSettings(boolean autoCommit) throws SQLException {
		Sessions sessions = sessions(autoCommit);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> sessions.shared((session) -> {
			assertThat(session.query("SELECT @@SESSION.innodb_lock_wait_timeout", (row) -> row.getInt(1), List.of()))
				.containsExactly(1);
			insert(session, "one");
			throw new IllegalStateException();
		}));
		assertRestored(autoCommit);
		assertThat(this.rows.queryForList("SELECT topic FROM delay_topic")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void settingsNeedTwoRoundTrips(boolean isShared) throws SQLException {
		Sessions sessions = sessions(true);
		long before = statements();
		if (isShared) {
			sessions.shared((session) -> insert(session, "one"));
		}
		else {
			sessions.own((session) -> insert(session, "one"));
		}
		assertThat(statements() - before).isEqualTo(4); // and the statement that counts
	}

	@Test
	void aDriverDoesNotReconnectWithinATransaction() throws SQLException {
		String url = this.database.dataSource().unwrap(HikariDataSource.class).getJdbcUrl();
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(url + (url.contains("?") ? "&" : "?") + "autoReconnect=true");
		config.setMaximumPoolSize(1);
		try (HikariDataSource pool = new HikariDataSource(config)) {
			AtomicReference<Connection> used = new AtomicReference<>();
			Sessions sessions = new Sessions(new DelegatingDataSource(pool) {

				@Override
				public Connection getConnection() throws SQLException {
					used.set(super.getConnection());
					return used.get();
				}

			}, Duration.ZERO);
			assertThat(sessions.<Boolean>own((session) -> {
				insert(session, "one");
				return isAutoCommit(used.get());
			})).isFalse();
			try (Connection connection = pool.getConnection()) {
				assertThat(connection.getAutoCommit()).isTrue();
				assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
			}
		}
		assertThat(this.rows.queryForList("SELECT topic FROM delay_topic", String.class)).containsExactly("one");
	}

	private static boolean isAutoCommit(Connection connection) {
		try {
			return connection.getAutoCommit();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static int insert(Session session, String topic) {
		return session.update(INSERT, List.of(topic));
	}

	private Sessions sessions(boolean autoCommit) throws SQLException {
		Connection connection = this.dataSource.getConnection();
		new JdbcTemplate(this.dataSource).execute("SET SESSION innodb_lock_wait_timeout = 7");
		connection.setAutoCommit(autoCommit);
		return new Sessions(this.dataSource, Duration.ZERO);
	}

	private void assertRestored(boolean autoCommit) throws SQLException {
		Connection connection = this.dataSource.getConnection();
		assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
		assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
		assertThat(new JdbcTemplate(this.dataSource)
			.queryForMap("SELECT @@SESSION.autocommit AS a, @@SESSION.innodb_lock_wait_timeout AS w")
			.values()).extracting(String::valueOf).containsExactly(autoCommit ? "1" : "0", "7");
	}

	private long statements() {
		return Long
			.parseLong((String) new JdbcTemplate(this.dataSource).queryForMap("SHOW SESSION STATUS LIKE 'Questions'")
				.get("Value"));
	}

}
