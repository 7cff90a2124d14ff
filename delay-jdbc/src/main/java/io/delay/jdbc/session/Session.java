// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.util.ClassUtils;

/**
 * Executes statements on one connection, within its transaction. Unlike a
 * {@code JdbcTemplate}, it does not take part in the synchronizations of the calling
 * thread, because most transactions of a store are independent of those of its callers.
 */
public final class Session {

	/** Not a comment, which the firewall of Druid would refuse. */
	private static final String JOINED = " ";

	static final boolean DRIVER_OF_POSTGRESQL = ClassUtils.isPresent("org.postgresql.PGConnection",
			Session.class.getClassLoader());

	private final Connection connection;

	private final Failures failures;

	private final String settings;

	private final @Nullable Integer joined;

	/** The data source whose transaction limits the time of statements, if any. */
	private final @Nullable DataSource limiting;

	/** Whether plans must not be kept, because they would lack the settings. */
	private final boolean plannedEachTime;

	Session(Connection connection, Failures failures, String settings, @Nullable Integer joined,
			@Nullable DataSource limiting, boolean plannedEachTime) {
		this.connection = connection;
		this.failures = failures;
		this.settings = settings;
		this.joined = joined;
		this.limiting = limiting;
		this.plannedEachTime = plannedEachTime;
	}

	// What differs in this transaction from the defaults of its connection, as
	// expressions after commas. The first statement must select them
	public String settings() {
		return this.settings;
	}

	/**
	 * Return a query of the settings for an insert of a session that has no transaction.
	 * The firewall of Druid permits these functions only in the list of a query. It does
	 * not parse ON CONFLICT after a table.
	 * @return a table and a condition, which are called before a row is inserted, or an
	 * empty text
	 */
	public String limits() {
		return (this.settings.isEmpty() || !this.plannedEachTime) ? "" : "(SELECT" + this.settings.substring(1)
				+ " AS lock_wait) AS limits WHERE limits.lock_wait IS NOT NULL";
	}

	// The isolation of the transaction of a caller can be any; all others are READ
	// COMMITTED
	public boolean isJoined() {
		return this.joined != null;
	}

	public boolean isReadRepeatable() {
		return this.joined != null && this.joined >= Connection.TRANSACTION_REPEATABLE_READ;
	}

	public <T> List<T> query(String sql, RowReader<T> reader, List<? extends @Nullable Object> values) {
		try (PreparedStatement statement = prepare(sql)) {
			limitTime(statement);
			bind(statement, values);
			List<T> rows = new ArrayList<>();
			try (ResultSet row = statement.executeQuery()) {
				while (row.next()) {
					rows.add(reader.read(row));
				}
			}
			return rows;
		}
		catch (SQLException ex) {
			throw this.failures.translate(sql, ex);
		}
	}

	public List<String> texts(String sql, List<? extends @Nullable Object> values) {
		return query(sql, (row) -> row.getString(1), values);
	}

	public int update(String sql, List<? extends @Nullable Object> values) {
		try (PreparedStatement statement = prepare(sql)) {
			limitTime(statement);
			bind(statement, values);
			return statement.executeUpdate();
		}
		catch (SQLException ex) {
			throw this.failures.translate(sql, ex);
		}
	}

	// A part of the transaction is undone if it fails, because a caller can catch the
	// exception and commit
	public <T> T undoneIfItFails(Supplier<T> part) {
		Savepoint savepoint = savepoint();
		try {
			T result = part.get();
			this.connection.releaseSavepoint(savepoint);
			return result;
		}
		catch (SQLException ex) {
			throw this.failures.translate("RELEASE SAVEPOINT", ex);
		}
		catch (RuntimeException | Error ex) {
			try {
				this.connection.rollback(savepoint);
			}
			catch (SQLException rollback) {
				// A deadlock, for instance, has rolled back the whole transaction
				ex.addSuppressed(rollback);
			}
			throw ex;
		}
	}

	private Savepoint savepoint() {
		try {
			return this.connection.setSavepoint();
		}
		catch (SQLException ex) {
			throw this.failures.translate("SAVEPOINT", ex);
		}
	}

	// In one round trip if the driver can
	public void batch(String sql, List<? extends List<? extends @Nullable Object>> rows) {
		if (rows.size() == 1) {
			update(sql, rows.get(0));
			return;
		}
		try (PreparedStatement statement = prepare(sql)) {
			limitTime(statement);
			for (List<? extends @Nullable Object> row : rows) {
				bind(statement, row);
				statement.addBatch();
			}
			statement.executeBatch();
		}
		catch (SQLException ex) {
			throw this.failures.translate(sql, ex);
		}
	}

	// A connection keeps one plan for each text, so texts differ from those of other
	// transactions. An insert has no plan that depends on statistics
	private PreparedStatement prepare(String sql) throws SQLException {
		if (!this.plannedEachTime || sql.startsWith("INSERT")) {
			return this.connection.prepareStatement(sql);
		}
		PreparedStatement statement = this.connection.prepareStatement(sql + JOINED);
		if (DRIVER_OF_POSTGRESQL && statement.isWrapperFor(PGStatement.class)) {
			statement.unwrap(PGStatement.class).setPrepareThreshold(0);
		}
		return statement;
	}

	// As a JdbcTemplate does
	private void limitTime(PreparedStatement statement) throws SQLException {
		if (this.limiting != null) {
			DataSourceUtils.applyTransactionTimeout(statement, this.limiting);
		}
	}

	private static void bind(PreparedStatement statement, List<? extends @Nullable Object> values) throws SQLException {
		for (int i = 0; i < values.size(); i++) {
			Object value = values.get(i);
			if (value instanceof byte[] bytes) {
				statement.setBytes(i + 1, bytes);
			}
			else {
				statement.setObject(i + 1, value);
			}
		}
	}

	@FunctionalInterface
	public interface RowReader<T> {

		T read(ResultSet row) throws SQLException;

	}

}
