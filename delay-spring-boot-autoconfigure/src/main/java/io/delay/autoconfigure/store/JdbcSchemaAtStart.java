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

import java.util.List;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.BadSqlGrammarException;

import io.delay.autoconfigure.diagnostics.UnusableDatabaseException;
import io.delay.autoconfigure.properties.SchemaInitialization;
import io.delay.autoconfigure.properties.StartupCheckMode;
import io.delay.jdbc.JdbcSchema;

/**
 * Creates the missing tables if the settings say so, and then checks all tables, because
 * those that existed before may lack columns. An unreachable database makes start-up fail
 * only if the tables must be created.
 */
final class JdbcSchemaAtStart implements InitializingBean {

	private final JdbcSchema schema;

	private final SchemaInitialization initialization;

	private final StartupCheckMode check;

	JdbcSchemaAtStart(JdbcSchema schema, SchemaInitialization initialization, StartupCheckMode check) {
		this.schema = schema;
		this.initialization = initialization;
		this.check = check;
	}

	@Override
	public void afterPropertiesSet() {
		try {
			if (isCreated()) {
				create();
			}
			if (this.check != StartupCheckMode.OFF) {
				failOnProblems();
			}
		}
		catch (IllegalStateException ex) {
			throw UnusableDatabaseException.unsupported(ex);
		}
	}

	// An index cannot be created if the table of another program lacks its columns
	private void create() {
		try {
			this.schema.create();
		}
		catch (BadSqlGrammarException ex) {
			List<String> problems = this.schema.problems();
			throw problems.isEmpty() ? ex : UnusableDatabaseException.ofTables(problems, this.schema.script());
		}
	}

	private boolean isCreated() {
		return switch (this.initialization) {
			case ALWAYS -> true;
			case EMBEDDED -> isInMemory();
			case NEVER -> false;
		};
	}

	private boolean isInMemory() {
		try {
			return this.schema.isInMemory();
		}
		catch (DataAccessResourceFailureException ex) {
			return false; // a database in memory is always reachable
		}
	}

	private void failOnProblems() {
		List<String> problems;
		try {
			problems = this.schema.problems();
		}
		catch (DataAccessResourceFailureException ex) {
			return; // the start-up check repeats this in the background
		}
		if (!problems.isEmpty()) {
			throw UnusableDatabaseException.ofTables(problems, this.schema.script());
		}
	}

}
