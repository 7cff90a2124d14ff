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

package io.delay.jdbc.table;

import java.time.Instant;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

import io.delay.jdbc.dialect.Dialect;
import io.delay.jdbc.session.Session;

/**
 * The row with the latest time of the store, and its statements.
 */
public final class ClockTable {

	private static final Log logger = LogFactory.getLog(ClockTable.class);

	private final String table;

	private final Dialect dialect;

	/**
	 * Create the table.
	 * @param prefix the prefix of its name
	 * @param dialect the dialect of the database
	 */
	public ClockTable(String prefix, Dialect dialect) {
		this.table = prefix + "clock";
		this.dialect = dialect;
	}

	/**
	 * Read the latest time.
	 * @param session the session
	 * @return the time, {@code null} if the row is missing
	 */
	public @Nullable Instant read(Session session) {
		return session
			.query("SELECT latest FROM " + this.table + " WHERE id = 1", (row) -> Instant.ofEpochMilli(row.getLong(1)),
					List.of())
			.stream()
			.findFirst()
			.orElse(null);
	}

	/**
	 * Insert the row, unless another transaction has inserted it. Must be called in a
	 * transaction of its own.
	 * @param session the session
	 */
	public void insert(Session session) {
		String tail = this.dialect.insertTail();
		try {
			if (session.update(
					"INSERT INTO " + this.table + " (id, latest) VALUES (1, 0)" + ((tail != null) ? tail : ""),
					List.of()) > 0) {
				logger.warn("Table " + this.table + " had no row, so instances could use different times after the "
						+ "clock of the database was set back. The row was inserted. If this happens again, find the "
						+ "program that deletes the row");
			}
		}
		catch (DuplicateKeyException ex) {
			// Another transaction has inserted it
		}
	}

	/**
	 * Write the latest time.
	 * @param session the session
	 * @param latest the time
	 * @param limit the time after which a stored time must be wrong
	 */
	public void write(Session session, Instant latest, Instant limit) {
		session.update("UPDATE " + this.table + " SET latest = ? WHERE id = 1 AND (latest < ? OR latest > ?)",
				List.of(latest.toEpochMilli(), latest.toEpochMilli(), limit.toEpochMilli()));
	}

}
