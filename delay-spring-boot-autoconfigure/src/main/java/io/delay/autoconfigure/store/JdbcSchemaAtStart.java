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
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.init.ScriptException;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.SchemaInitialization;
import io.delay.autoconfigure.properties.StartupCheckMode;
import io.delay.jdbc.JdbcSchema;

/**
 * Creates or upgrades the tables if the settings say so, and then checks them. An
 * unreachable database makes start-up fail only if the scripts must run.
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
			throw DelaySetupException.ofDatabase(ex);
		}
	}

	private void create() {
		try {
			this.schema.create();
		}
		catch (ScriptException ex) {
			throw tables(List.of(ex.getMessage() + ": " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage()));
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
			throw tables(problems);
		}
	}

	private static DelaySetupException tables(List<String> problems) {
		return new DelaySetupException("The tables of Delay cannot be used: " + String.join(". ", problems) + ".",
				DelaySetupException.TABLES_REMEDY);
	}

}
