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

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.jdbc.dialect.Dialect;

/**
 * A short limit on the time that the statements of a session wait for locks.
 */
final class LockWaits implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(LockWaits.class);

	private final Session session;

	private final Dialect dialect;

	/** The limit to restore, {@code null} if that is not necessary. */
	private final @Nullable String before;

	private LockWaits(Session session, Dialect dialect, @Nullable String before) {
		this.session = session;
		this.dialect = dialect;
		this.before = before;
	}

	static LockWaits limit(Session session, Dialect dialect) {
		if (dialect.lockWaitFunction() != null) {
			return new LockWaits(session, dialect, null);
		}
		String before = session.query("SELECT " + dialect.lockWaitLimit(), (row) -> row.getString(1), List.of()).get(0);
		session.update(dialect.limitLockWaits(null), List.of());
		return new LockWaits(session, dialect, before);
	}

	@Override
	public void close() {
		if (this.before == null) {
			return;
		}
		try {
			this.session.update(this.dialect.limitLockWaits(this.before), List.of());
		}
		catch (DataAccessException ex) {
			logger.debug("The time that a connection waits for locks could not be restored; the pool discards broken "
					+ "connections", ex);
		}
	}

}
