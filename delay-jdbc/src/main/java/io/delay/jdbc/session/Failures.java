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

import java.sql.SQLException;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionTranslator;

import io.delay.jdbc.dialect.Dialect;

/**
 * Translates failures of the database into exceptions of Spring.
 */
final class Failures {

	private final SQLExceptionTranslator translator;

	private final Dialect dialect;

	Failures(SQLExceptionTranslator translator, Dialect dialect) {
		this.translator = translator;
		this.dialect = dialect;
	}

	DataAccessException translate(String sql, SQLException exception) {
		if (this.dialect.isConflict(exception)) {
			return new CannotAcquireLockException("The transaction conflicts with a transaction of another connection",
					exception);
		}
		if (this.dialect.isViolation(exception)) {
			return new DataIntegrityViolationException("The statement violates a constraint: " + sql, exception);
		}
		DataAccessException translated = this.translator.translate("Delay", sql, exception);
		return (translated != null) ? translated : new UncategorizedSQLException("Delay", sql, exception);
	}

}
