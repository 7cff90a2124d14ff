// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.sql.SQLException;
import java.util.Locale;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.ClassUtils;

import io.delay.jdbc.JdbcJobStoreOptions;

/**
 * Switches notifications off if they would occupy one of at most two connections of a
 * pool, because other calls would wait for a connection, or fail if there is none.
 */
final class SmallPool {

	private static final Log logger = LogFactory.getLog(SmallPool.class);

	private static final boolean isHikariPresent = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			SmallPool.class.getClassLoader());

	private SmallPool() {
	}

	static JdbcJobStoreOptions adapt(JdbcJobStoreOptions options, DataSource dataSource) {
		if (!options.listen() || !isHikariPresent || !Pool.isSmall(dataSource)) {
			return options;
		}
		logger.warn("The connection pool has at most two connections, one of which notifications of other instances "
				+ "would occupy, so they are off, and new jobs of other instances are noticed within delay.jdbc.poll-interval. "
				+ "Set spring.datasource.hikari.maximum-pool-size to at least 4, or delay.jdbc.listen to off");
		return options.withListen(false);
	}

	/**
	 * Not loaded without HikariCP.
	 */
	private static final class Pool {

		private static final int LARGEST = 2;

		private static boolean isSmall(DataSource dataSource) {
			try {
				return dataSource.isWrapperFor(HikariDataSource.class)
						&& isSmall(dataSource.unwrap(HikariDataSource.class));
			}
			catch (SQLException | RuntimeException ex) {
				return false; // not a pool of this kind, or one of several
			}
		}

		// Only PostgreSQL has notifications
		private static boolean isSmall(HikariDataSource pool) {
			return pool.getMaximumPoolSize() <= LARGEST
					&& String.valueOf(pool.getJdbcUrl()).toLowerCase(Locale.ROOT).contains("postgresql");
		}

	}

}
