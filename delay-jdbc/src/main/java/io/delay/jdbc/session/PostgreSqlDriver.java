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

package io.delay.jdbc.session;

import java.sql.PreparedStatement;
import java.sql.SQLException;

import org.postgresql.PGStatement;
import org.springframework.util.ClassUtils;

/**
 * Operations of the driver of PostgreSQL that JDBC does not have. They have no effect
 * without this driver.
 */
final class PostgreSqlDriver {

	private static final boolean PRESENT = ClassUtils.isPresent("org.postgresql.PGConnection",
			PostgreSqlDriver.class.getClassLoader());

	private PostgreSqlDriver() {
	}

	static boolean isPresent() {
		return PRESENT;
	}

	/**
	 * Prevent the server from keeping the plan of a statement, so that each execution
	 * uses the present size of the tables.
	 * @param statement the statement, of any driver
	 * @throws SQLException if the connection is closed
	 */
	static void planEachTime(PreparedStatement statement) throws SQLException {
		if (PRESENT) {
			Driver.planEachTime(statement);
		}
	}

	// Loaded only if the driver is present
	private static final class Driver {

		static void planEachTime(PreparedStatement statement) throws SQLException {
			if (statement.isWrapperFor(PGStatement.class)) {
				statement.unwrap(PGStatement.class).setPrepareThreshold(0);
			}
		}

	}

}
