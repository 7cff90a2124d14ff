// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ScriptException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.Assert;

import io.delay.jdbc.session.Sessions;

/**
 * The tables of a {@link JdbcDatabase} and their version. They can also be created and
 * upgraded by the scripts {@code io/delay/jdbc/schema/<database>/V<version>.sql} on the
 * class path.
 *
 * @since 0.1.0
 */
public final class JdbcSchema {

	/** The version of the tables that this version of Delay needs. */
	static final int VERSION = 1;

	private static final int ATTEMPTS = 20;

	private static final long LONGEST_PAUSE_MILLIS = 50;

	private final JdbcDatabase database;

	private final int needed;

	/**
	 * Create the schema of a database.
	 * @param database the database, which is not used until a method is called
	 */
	public JdbcSchema(JdbcDatabase database) {
		this(database, VERSION);
	}

	JdbcSchema(JdbcDatabase database, int needed) {
		Assert.notNull(database, "'database' must not be null");
		this.database = database;
		this.needed = needed;
	}

	/**
	 * Return whether the database is in the memory of this JVM, so that it is empty at
	 * each start.
	 * @return {@code true} for a database of H2 in memory
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public boolean isInMemory() {
		return sessions().product().isInMemory();
	}

	/**
	 * Run the scripts from the version of the tables to the version that this version of
	 * Delay needs. This method does nothing if the tables have that version or a later
	 * one. Several instances may call it at the same time, also while others use the
	 * tables.
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached or rejects a statement
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public void create() {
		for (int attempt = 1;; attempt++) {
			try {
				scripts(version() + 1).forEach(this::run);
				return;
			}
			catch (ScriptException ex) {
				// Another instance may have run the same script at the same time.
				// Databases report this by various errors, some of them internal
				if (attempt == ATTEMPTS) {
					throw ex;
				}
				// Of different lengths, so that instances do not collide again
				LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextLong(1, LONGEST_PAUSE_MILLIS + 1));
			}
		}
	}

	// Without the limit on the time of replies, because a new index can take long
	private void run(SchemaScript script) {
		TransactionTemplate transaction = new TransactionTemplate(
				new DataSourceTransactionManager(this.database.dataSource()));
		transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		transaction.executeWithoutResult(
				(status) -> DatabasePopulatorUtils.execute(script.populator(), this.database.dataSource()));
	}

	/**
	 * Return what prevents the tables from being used.
	 * @return a sentence for each table, or one sentence if scripts must be run; empty if
	 * the tables have the version that this version of Delay needs, or a later one
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public List<String> problems() {
		int version;
		try {
			version = recordedVersion();
		}
		catch (BadSqlGrammarException ex) {
			return List.of("Table " + table() + " is missing or cannot be read (" + firstLine(ex)
					+ "), so jobs cannot be stored. Run " + namesOf(scripts(1)));
		}
		if (version < this.needed) {
			return List.of("The tables have version " + version + " according to table " + table()
					+ ", so this version of Delay, which needs version " + this.needed + ", cannot use them. Run "
					+ namesOf(scripts(version + 1)));
		}
		return failures(SchemaScript::tables, "Table %s is missing, lacks a column or cannot be read (%s), so jobs "
				+ "cannot be stored. Compare it with the script %s");
	}

	/**
	 * Return which indexes are missing, without which the tables can be used.
	 * @return a sentence for each index
	 */
	List<String> missingIndexes() {
		return failures(SchemaScript::indexes, "Index %s is missing (%s), so statements read whole tables and become "
				+ "slower with each job. Create it as in the script %s");
	}

	private List<String> failures(Function<SchemaScript, Map<String, String>> tests, String text) {
		List<String> failures = new ArrayList<>();
		scripts(1).forEach((script) -> tests.apply(script).forEach((name, sql) -> {
			try {
				sessions().own((session) -> session.texts(sql, List.of()));
			}
			catch (BadSqlGrammarException ex) {
				failures.add(String.format(Locale.ROOT, text, name, firstLine(ex), script));
			}
		}));
		return failures;
	}

	private int version() {
		try {
			return recordedVersion();
		}
		catch (BadSqlGrammarException ex) {
			return 0;
		}
	}

	private int recordedVersion() {
		String query = "SELECT version FROM " + table() + " WHERE id = 1";
		List<String> versions = sessions().own((session) -> session.texts(query, List.of()));
		return versions.isEmpty() ? 0 : Integer.parseInt(versions.get(0));
	}

	private List<SchemaScript> scripts(int first) {
		return IntStream.rangeClosed(first, this.needed)
			.mapToObj((version) -> new SchemaScript(version, this.database.tablePrefix(), sessions().dialect()))
			.toList();
	}

	private static String namesOf(List<SchemaScript> scripts) {
		return scripts.stream().map(SchemaScript::toString).collect(Collectors.joining(", then "));
	}

	private String table() {
		return this.database.tablePrefix() + "schema";
	}

	private Sessions sessions() {
		return this.database.works().sessions();
	}

	private static String firstLine(BadSqlGrammarException failure) {
		return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage())
			.lines()
			.findFirst()
			.orElse("");
	}

}
