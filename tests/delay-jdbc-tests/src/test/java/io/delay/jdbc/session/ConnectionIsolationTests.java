// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A connection has the isolation of the application after the store has used it.
 */
class ConnectionIsolationTests {

	@Test
	void theIsolationIsRestored() throws Exception {
		SingleConnectionDataSource dataSource = new SingleConnectionDataSource("jdbc:h2:mem:" + UUID.randomUUID(),
				true);
		try (JdbcDatabase database = new JdbcDatabase(dataSource, JdbcJobStoreOptions.defaults())) {
			Connection connection = dataSource.getConnection();
			connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
			new JdbcSchema(database).create();
			assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
		}
		finally {
			dataSource.destroy();
		}
	}

	@Test
	void theIsolationIsReadOnlyOnce() throws Exception {
		AtomicInteger reads = new AtomicInteger();
		SingleConnectionDataSource target = new SingleConnectionDataSource("jdbc:h2:mem:" + UUID.randomUUID(), true);
		target.getConnection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
		DataSource counting = new DelegatingDataSource(target) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
						new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
							if (method.getName().equals("getTransactionIsolation")) {
								reads.incrementAndGet();
							}
							try {
								return method.invoke(connection, arguments);
							}
							catch (InvocationTargetException ex) {
								throw ex.getTargetException();
							}
						});
			}

		};
		try (JdbcDatabase database = new JdbcDatabase(counting, JdbcJobStoreOptions.defaults())) {
			new JdbcSchema(database).create();
			new JdbcJobStoreInspector(database).topics();
			assertThat(reads).hasValue(1);
		}
		finally {
			target.destroy();
		}
	}

}
