// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.dialect.Dialect;

/**
 * The clock of the store: the clock of the database server or, if the database runs
 * inside the JVM, the clock of the JVM.
 */
public final class DatabaseClock {

	private final @Nullable String expression;

	private final InstantSource replacement;

	private DatabaseClock(@Nullable String expression, InstantSource replacement) {
		this.expression = expression;
		this.replacement = replacement;
	}

	public static DatabaseClock of(Dialect dialect, @Nullable InstantSource replacement) {
		return (replacement != null) ? new DatabaseClock(null, replacement)
				: new DatabaseClock(dialect.clock(), InstantSource.system());
	}

	public boolean isOfServer() {
		return this.expression != null;
	}

	// In most transactions this is the first statement
	public Instant read(Session session) {
		if (this.expression == null) {
			return this.replacement.instant();
		}
		return session
			.query("SELECT " + this.expression + session.settings(),
					(row) -> Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS), List.of())
			.get(0);
	}

}
