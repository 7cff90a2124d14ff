// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.delay.jdbc.dialect.DatabaseProduct;
import io.delay.jdbc.dialect.Dialect;

/**
 * Opens sessions, either in a separate transaction or in the transaction of the caller.
 */
public final class Sessions {

	/** Pools and drivers, which never choose a database by the calling thread. */
	private static final Set<String> UNROUTED = Set.of("com.alibaba.druid.pool.DruidDataSource",
			"com.alibaba.druid.spring.boot.autoconfigure.DruidDataSourceWrapper",
			"com.alibaba.druid.spring.boot3.autoconfigure.DruidDataSourceWrapper",
			"com.mchange.v2.c3p0.ComboPooledDataSource", "com.zaxxer.hikari.HikariDataSource",
			"oracle.ucp.jdbc.PoolDataSourceImpl", "org.apache.commons.dbcp2.BasicDataSource",
			"org.apache.tomcat.jdbc.pool.DataSource", "org.h2.jdbcx.JdbcConnectionPool", "org.h2.jdbcx.JdbcDataSource",
			"org.springframework.jdbc.datasource.DriverManagerDataSource",
			"org.springframework.jdbc.datasource.SimpleDriverDataSource",
			"org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseFactory$EmbeddedDataSourceProxy");

	private static final Pattern SEVERAL_HOSTS = Pattern.compile("//[^/?]*,");

	private static final long SHORTEST_PAUSE_MILLIS = 2;

	private static final long LONGEST_PAUSE_MILLIS = 100;

	private final DataSource dataSource;

	private final CallerTransaction callerTransaction;

	private final DatabaseProduct product;

	private final Dialect dialect;

	private final Failures failures;

	private final boolean canListen;

	private final boolean canReturnDeleted;

	private final OwnConnection.Defaults defaults;

	public Sessions(DataSource dataSource, Duration timeout) {
		this.dataSource = targetOf(dataSource);
		this.callerTransaction = new CallerTransaction(this.dataSource);
		Connection connection = anyConnection();
		try {
			// First, because drivers of other databases lack features that are used below
			this.product = DatabaseProduct.of(connection);
			this.dialect = this.product.dialect();
			int limit = isTimeLimited(connection) ? (int) Math.min(timeout.toMillis(), Integer.MAX_VALUE) : 0;
			Integer before = OwnConnection.limit(connection, limit);
			this.defaults = new OwnConnection.Defaults(this.dialect, connection.getTransactionIsolation(), limit,
					changed(connection), this.dialect.isAutoCommitSet() && !canReconnect(connection));
			this.canReturnDeleted = this.dialect.isArraySupported() && canReturnDeleted(connection);
			this.canListen = Session.DRIVER_OF_POSTGRESQL && ListeningConnection.isPossibleOn(connection);
			if (before != null) {
				connection.setNetworkTimeout(Runnable::run, before);
			}
		}
		catch (SQLException ex) {
			throw unreachable(ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
		this.failures = new Failures(new SQLErrorCodeSQLExceptionTranslator(this.dataSource), this.dialect);
	}

	// That of the transaction of the caller, because the pool may have no other one. Its
	// isolation is the usual one unless the transaction sets it
	private Connection anyConnection() {
		try {
			return (isJoining() && TransactionSynchronizationManager.getCurrentTransactionIsolationLevel() == null)
					? DataSourceUtils.getConnection(this.dataSource) : connect();
		}
		catch (SQLException ex) {
			throw unreachable(ex);
		}
	}

	// A driver that connects again by itself must know that there is a transaction
	private static boolean canReconnect(Connection connection) throws SQLException {
		String url = connection.getMetaData().getURL();
		return url == null || url.contains("autoReconnect=true") || SEVERAL_HOSTS.matcher(url).find();
	}

	private List<String> changed(Connection connection) throws SQLException {
		List<String> changed = this.dialect.changed();
		if (changed.isEmpty()) {
			return List.of();
		}
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT " + String.join(", ", changed))) {
			row.next();
			List<String> values = new ArrayList<>();
			for (int i = 1; i <= changed.size(); i++) {
				values.add(row.getString(i));
			}
			return values;
		}
	}

	// A driver may lack this operation
	private static boolean isTimeLimited(Connection connection) {
		try {
			connection.setNetworkTimeout(Runnable::run, connection.getNetworkTimeout());
			return true;
		}
		catch (SQLException | AbstractMethodError ex) {
			return false;
		}
	}

	// The transactions of the application are bound to the target
	private static DataSource targetOf(DataSource dataSource) {
		DataSource target = (dataSource instanceof TransactionAwareDataSourceProxy proxy) ? proxy.getTargetDataSource()
				: null;
		return (target != null) ? target : dataSource;
	}

	// Whether the calling thread may determine the database, for example by its tenant.
	// Known pools and drivers cannot route, unless they are subclassed or wrapped
	public static boolean canRoute(DataSource dataSource) {
		return !UNROUTED.contains(targetOf(dataSource).getClass().getName());
	}

	// Data sources that send read-only transactions to a replica find out about that of
	// the caller by this flag, but the connection is not for it
	private Connection connect() throws SQLException {
		boolean isReadOnly = TransactionSynchronizationManager.isCurrentTransactionReadOnly();
		TransactionSynchronizationManager.setCurrentTransactionReadOnly(false);
		try {
			return this.dataSource.getConnection();
		}
		catch (RuntimeException ex) {
			// A pool that cannot be started, such as that of HikariCP
			throw unreachable(ex);
		}
		finally {
			TransactionSynchronizationManager.setCurrentTransactionReadOnly(isReadOnly);
		}
	}

	private static DataAccessResourceFailureException unreachable(Exception cause) {
		return new DataAccessResourceFailureException("The database of the jobs cannot be reached: "
				+ NestedExceptionUtils.getMostSpecificCause(cause).getMessage()
				+ ". Check that the database is running, and the settings under spring.datasource", cause);
	}

	public DatabaseProduct product() {
		return this.product;
	}

	public Dialect dialect() {
		return this.dialect;
	}

	public int isolation() {
		return this.defaults.isolation();
	}

	// The firewall of Druid cannot parse such a statement, which is not executed
	private static boolean canReturnDeleted(Connection connection) {
		try (Statement statement = connection
			.prepareStatement("DELETE FROM delay_job WHERE ctid = ANY (ARRAY(SELECT held.ctid FROM "
					+ "unnest(CAST(? AS varchar[])) AS lease (id) CROSS JOIN LATERAL (SELECT job.ctid FROM delay_job AS job "
					+ "WHERE job.id = lease.id FOR UPDATE SKIP LOCKED) AS held)) RETURNING id")) {
			return !statement.isClosed();
		}
		catch (SQLException ex) {
			return false;
		}
	}

	// True on PostgreSQL, unless the pool refuses such a statement
	public boolean canReturnDeleted() {
		return this.canReturnDeleted;
	}

	public boolean canListen() {
		return this.canListen;
	}

	public ListeningConnection listen(String channel) {
		try {
			return new ListeningConnection(connect(), this.failures, channel);
		}
		catch (SQLException ex) {
			throw unreachable(ex);
		}
	}

	/**
	 * Whether the calling thread has a transaction on this database. A transaction of
	 * another data source is none, even if it has used this one.
	 */
	public boolean isJoining() {
		return this.callerTransaction.isOpen();
	}

	// Each statement gets the timeout of the transaction, except on a database that would
	// apply it to all later statements of the connection
	public <T> T joining(Function<Session, T> work) {
		return joining(work, this.dialect.isTimeoutOfStatement() ? this.dataSource : null);
	}

	// A handler that exceeds the timeout of its transaction can still end its lease
	public <T> T joiningWithoutTimeout(Function<Session, T> work) {
		return joining(work, null);
	}

	private <T> T joining(Function<Session, T> work, @Nullable DataSource limiting) {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			Integer isolation = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
			return work.apply(new Session(connection, this.failures, "", (isolation != null) ? isolation : isolation(),
					limiting, this.dialect.planFunctions() != null));
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	/**
	 * Commit what was done on the connection of a transaction of the caller after this
	 * transaction had been committed.
	 */
	public void commitJoined() {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			// Some transaction managers have already restored the mode
			if (!connection.getAutoCommit()) {
				connection.commit();
			}
		}
		catch (SQLException ex) {
			throw this.failures.translate("COMMIT", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	/**
	 * Work in a transaction with the isolation READ COMMITTED that is independent of the
	 * transaction of the caller. The work must have no effect outside the database,
	 * because it is repeated if its transaction conflicts with another one, but after ten
	 * seconds only if that was a deadlock.
	 */
	public <T> T own(Function<Session, T> work) {
		return own(work, "");
	}

	// If the database crashes after the work, it is done again, so the transaction need
	// not be on the disk
	public <T> T repeatable(Function<Session, T> work) {
		return own(work, settings(this.dialect.earlyCommitFunction()));
	}

	private <T> T own(Function<Session, T> work, String more) {
		Repetition repetition = new Repetition(System::nanoTime);
		while (true) {
			try {
				return once(work, settings(this.dialect.planFunctions()) + more, this.dialect.begin(false));
			}
			catch (CannotAcquireLockException ex) {
				if (!repetition.isDue(this.failures.isLockTimeout(ex))) {
					throw ex;
				}
				pause(repetition.attempts());
			}
		}
	}

	/**
	 * Work for several callers in a transaction with the isolation READ COMMITTED. It is
	 * not repeated, and its statements wait for locks of other transactions for a short
	 * time only.
	 */
	public <T> T shared(Function<Session, T> work) {
		return once(work, settings(this.dialect.planFunctions()) + settings(this.dialect.lockWaitFunction()),
				this.dialect.begin(true));
	}

	/** Whether a single statement can insert jobs without waiting long for locks. */
	public boolean isSinglePossible() {
		return this.dialect.isArraySupported() && !this.defaults.isIsolationSet();
	}

	/**
	 * Execute one statement for several callers, which the database commits by itself. It
	 * is not repeated, and waits for rows that other transactions have locked for a short
	 * time only, if it selects the {@link Session#limits}.
	 */
	public <T> T single(Function<Session, T> statement) {
		try (OwnConnection own = open(true, null)) {
			Session session = new Session(own.connection(), this.failures, settings(this.dialect.lockWaitFunction()),
					null, null, this.dialect.planFunctions() != null);
			try {
				return statement.apply(session);
			}
			catch (DataAccessException ex) {
				throw Failures.isRolledBack(ex) ? ex : new UnknownOutcomeException(ex);
			}
			catch (RuntimeException | Error ex) {
				// The statement may be committed
				throw new UnknownOutcomeException(ex);
			}
		}
	}

	private static void pause(int attempt) {
		long most = Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(attempt, 10));
		LockSupport.parkNanos(1_000_000L * ThreadLocalRandom.current().nextLong(1, most + 1));
	}

	private <T> T once(Function<Session, T> work, String settings, @Nullable String begin) {
		try (OwnConnection own = open(false, begin)) {
			T result = work.apply(new Session(own.connection(), this.failures, settings, null, null, false));
			own.commit();
			return result;
		}
	}

	private static String settings(@Nullable String function) {
		return (function != null) ? ", " + function : "";
	}

	private OwnConnection open(boolean single, @Nullable String begin) {
		try {
			return new OwnConnection(connect(), this.failures, this.defaults, single, begin);
		}
		catch (SQLException ex) {
			throw unreachable(ex);
		}
	}

	public static boolean isConflict(DataAccessException exception) {
		return exception instanceof CannotAcquireLockException;
	}

}
