// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.delay.jdbc.TestDatabase;
import io.delay.test.net.TcpProxy;
import io.delay.test.net.TcpProxy.Fault;
import io.delay.test.net.Trap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A connection that receives notifications does not wait without end for a database that
 * stops replying, and goes back with the settings of the application.
 */
@Tag("thorough")
class PostgreSqlListeningConnectionTests {

	private static final String CHANNEL = "'delay_test'";

	/** Twice as long as a reply can take, because other work may slow the test. */
	private static final Duration TIME_LIMIT = Duration.ofSeconds(10);

	private final TcpProxy proxy = new TcpProxy(TestDatabase.POSTGRESQL.port());

	private final HikariDataSource pool = new HikariDataSource(TestDatabase.POSTGRESQL.through(this.proxy.port()));

	private final Sessions sessions = new Sessions(this.pool, Duration.ZERO);

	@AfterEach
	void close() {
		this.proxy.setRule(TcpProxy.Rule.PASS);
		this.proxy.answers().open();
		this.pool.close();
		this.proxy.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "SELECT " + CHANNEL, "LISTEN" })
	void anOpeningWithoutReplyEnds(String statement) {
		this.proxy.setRule(Trap.request(statement, Fault.HOLD_ANSWERS));
		assertEnds(() -> assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.sessions.listen(CHANNEL)));
	}

	@Test
	void aCheckWithoutReplyEnds() {
		ListeningConnection connection = this.sessions.listen(CHANNEL);
		assertThat(connection.await(Duration.ofMillis(1))).isEmpty();
		this.proxy.answers().close();
		assertEnds(() -> assertThatExceptionOfType(DataAccessException.class).isThrownBy(connection::check));
		connection.close();
	}

	@Test
	void aCloseWithoutReplyEnds() {
		ListeningConnection connection = this.sessions.listen(CHANNEL);
		assertThat(connection.await(Duration.ofMillis(1))).isEmpty();
		this.proxy.answers().close();
		assertEnds(connection::close);
	}

	@Test
	void theSettingsOfTheApplicationAreRestored() throws SQLException {
		SingleConnectionDataSource dataSource = withSettings();
		try {
			new Sessions(dataSource, Duration.ZERO).listen(CHANNEL).close();
			assertSettings(dataSource.getConnection());
		}
		finally {
			dataSource.destroy();
		}
	}

	@Test
	void theSettingsOfTheApplicationAreRestoredIfListenFails() throws SQLException {
		SingleConnectionDataSource dataSource = withSettings();
		try {
			Sessions direct = new Sessions(dataSource, Duration.ZERO);
			assertThatExceptionOfType(DataAccessResourceFailureException.class)
				.isThrownBy(() -> direct.listen("CAST('missing' AS regclass)"));
			assertSettings(dataSource.getConnection());
		}
		finally {
			dataSource.destroy();
		}
	}

	private static SingleConnectionDataSource withSettings() throws SQLException {
		HikariConfig direct = TestDatabase.POSTGRESQL.through(TestDatabase.POSTGRESQL.port());
		SingleConnectionDataSource dataSource = new SingleConnectionDataSource(direct.getJdbcUrl(),
				direct.getUsername(), direct.getPassword(), true);
		dataSource.getConnection().setNetworkTimeout(Runnable::run, 90_000);
		dataSource.getConnection().setAutoCommit(false);
		return dataSource;
	}

	private static void assertSettings(Connection connection) throws SQLException {
		assertThat(connection.getNetworkTimeout()).isEqualTo(90_000);
		assertThat(connection.getAutoCommit()).isFalse();
	}

	private static void assertEnds(Runnable task) {
		assertThat(CompletableFuture.runAsync(task, (command) -> new Thread(command).start()))
			.succeedsWithin(TIME_LIMIT);
	}

}
