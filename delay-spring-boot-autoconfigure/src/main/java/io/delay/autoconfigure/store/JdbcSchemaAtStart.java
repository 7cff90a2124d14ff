// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.List;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.init.ScriptException;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties.StartupCheckMode;
import io.delay.autoconfigure.properties.JdbcProperties.SchemaInitialization;
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
