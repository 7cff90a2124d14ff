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
 * Switches notifications off if they would occupy the only connection of a pool, because
 * all other calls would wait for it until they fail.
 */
final class SingleConnectionPool {

	private static final Log logger = LogFactory.getLog(SingleConnectionPool.class);

	private static final boolean isHikariPresent = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource",
			SingleConnectionPool.class.getClassLoader());

	private SingleConnectionPool() {
	}

	static JdbcJobStoreOptions adapt(JdbcJobStoreOptions options, DataSource dataSource) {
		if (!options.listen() || !isHikariPresent || !Pool.hasOneConnection(dataSource)) {
			return options;
		}
		logger.warn("The connection pool has one connection, which notifications of other instances would occupy, "
				+ "so they are off, and new jobs of other instances are noticed within delay.jdbc.poll-interval. "
				+ "Set spring.datasource.hikari.maximum-pool-size to at least 4, or delay.jdbc.listen to off");
		return options.withListen(false);
	}

	/**
	 * Not loaded without HikariCP.
	 */
	private static final class Pool {

		private static boolean hasOneConnection(DataSource dataSource) {
			try {
				return dataSource.isWrapperFor(HikariDataSource.class)
						&& hasOne(dataSource.unwrap(HikariDataSource.class));
			}
			catch (SQLException | RuntimeException ex) {
				return false; // not a pool of this kind, or one of several
			}
		}

		// Only PostgreSQL has notifications
		private static boolean hasOne(HikariDataSource pool) {
			return pool.getMaximumPoolSize() == 1
					&& String.valueOf(pool.getJdbcUrl()).toLowerCase(Locale.ROOT).contains("postgresql");
		}

	}

}
