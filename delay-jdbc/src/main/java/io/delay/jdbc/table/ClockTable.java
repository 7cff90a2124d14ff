// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.time.Instant;
import java.util.List;

import io.delay.jdbc.session.Session;

/**
 * The row with the latest time of the store, and its statements.
 */
public final class ClockTable {

	private final String table;

	public ClockTable(String prefix) {
		this.table = prefix + "clock";
	}

	// The epoch if another program has deleted the row
	public Instant read(Session session) {
		return session
			.query("SELECT latest FROM " + this.table + " WHERE id = 1", (row) -> Instant.ofEpochMilli(row.getLong(1)),
					List.of())
			.stream()
			.findFirst()
			.orElse(Instant.EPOCH);
	}

	// Another transaction that is writing the time can be that of an instance that was
	// stopped. A stored time after the limit must be wrong
	public void write(Session session, Instant latest, Instant limit) {
		boolean isFree = !session
			.query("SELECT id FROM " + this.table
					+ " WHERE id = 1 AND (latest < ? OR latest > ?) FOR UPDATE SKIP LOCKED", (row) -> true,
					List.of(latest.toEpochMilli(), limit.toEpochMilli()))
			.isEmpty();
		if (isFree) {
			session.update("UPDATE " + this.table + " SET latest = ? WHERE id = 1", List.of(latest.toEpochMilli()));
		}
	}

}
