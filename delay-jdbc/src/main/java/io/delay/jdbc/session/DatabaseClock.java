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

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;

/**
 * Reads the clock of the store: the clock of the database server or, if the database runs
 * inside the JVM, the clock of the JVM.
 */
@FunctionalInterface
public interface DatabaseClock {

	/**
	 * Read the clock.
	 * @param session a session
	 * @return the time
	 */
	Instant read(Session session);

	/**
	 * Return the clock of a database.
	 * @param dialect the dialect of the database
	 * @param replacement a clock to use instead, or {@code null}
	 * @return the clock
	 */
	static DatabaseClock of(Dialect dialect, @Nullable InstantSource replacement) {
		String expression = dialect.clock();
		if (replacement != null) {
			return (session) -> replacement.instant();
		}
		if (expression == null) {
			InstantSource system = InstantSource.system();
			return (session) -> system.instant();
		}
		String sql = "SELECT " + expression;
		// The clock is read first in every transaction
		String limit = dialect.lockWaitFunction();
		String briefSql = (limit != null) ? sql + " FROM " + limit : sql;
		return (session) -> session
			.query(session.isBrief() ? briefSql : sql, (row) -> Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS),
					List.of())
			.get(0);
	}

}
