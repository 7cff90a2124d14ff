// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.time.Duration;
import java.time.InstantSource;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.store.history.HistorySettings;

/**
 * Where and how jobs are stored in a database.
 *
 * @param tablePrefix the prefix of the names of all tables, letters, digits and
 * underscores, with a schema and a period before them if needed
 * @param history which topics keep a history of finished runs
 * @param pollInterval how often consumers of this JVM look for jobs that other instances
 * have written, zero for never
 * @param listen whether instances notify each other of new jobs, if the database is
 * PostgreSQL; an instance with consumers then occupies one connection
 * @param timeout how long the database can take to reply in a transaction of the store,
 * before its connection is closed; zero for as long as it likes
 * @param clock a clock that replaces that of the database, for tests; {@code null} for
 * that of the database
 * @since 0.1.0
 */
public record JdbcJobStoreOptions(String tablePrefix, HistorySettings history, Duration pollInterval, boolean listen,
		Duration timeout, @Nullable InstantSource clock) {

	/**
	 * The default prefix of tables.
	 */
	public static final String DEFAULT_TABLE_PREFIX = "delay_";

	/**
	 * The default interval at which consumers look for jobs of other instances.
	 */
	public static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(1);

	/**
	 * The default time limit of a reply of the database.
	 */
	public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

	private static final String PREFIX = "([A-Za-z_][A-Za-z0-9_]*\\.)?[A-Za-z_][A-Za-z0-9_]{0,29}";

	public JdbcJobStoreOptions {
		Assert.notNull(tablePrefix, "'tablePrefix' must not be null");
		Assert.isTrue(tablePrefix.matches(PREFIX), () -> "Table prefix '" + tablePrefix
				+ "' must be 1 to 30 letters, digits or underscores, optionally after a schema and a period");
		Assert.notNull(history, "'history' must not be null");
		Assert.isTrue(!pollInterval.isNegative(), () -> "Poll interval " + pollInterval + " must not be negative");
		Assert.isTrue(!timeout.isNegative(), () -> "Timeout " + timeout + " must not be negative");
	}

	/**
	 * Return the defaults: tables that begin with {@value #DEFAULT_TABLE_PREFIX}, no
	 * history, and notifications if they are possible.
	 * @return the options
	 */
	public static JdbcJobStoreOptions defaults() {
		return new JdbcJobStoreOptions(DEFAULT_TABLE_PREFIX, HistorySettings.OFF, DEFAULT_POLL_INTERVAL, true,
				DEFAULT_TIMEOUT, null);
	}

	/**
	 * Change the prefix of the tables.
	 * @return a copy of these options
	 */
	public JdbcJobStoreOptions withTablePrefix(String tablePrefix) {
		return new JdbcJobStoreOptions(tablePrefix, this.history, this.pollInterval, this.listen, this.timeout,
				this.clock);
	}

	/**
	 * Change which topics keep a history.
	 * @return a copy of these options
	 */
	public JdbcJobStoreOptions withHistory(HistorySettings history) {
		return new JdbcJobStoreOptions(this.tablePrefix, history, this.pollInterval, this.listen, this.timeout,
				this.clock);
	}

	/**
	 * Change how often consumers look for jobs of other instances.
	 * @param pollInterval the interval, zero for never
	 * @return a copy of these options
	 */
	public JdbcJobStoreOptions withPollInterval(Duration pollInterval) {
		return new JdbcJobStoreOptions(this.tablePrefix, this.history, pollInterval, this.listen, this.timeout,
				this.clock);
	}

	/**
	 * Change whether instances notify each other of new jobs.
	 * @param listen whether to use {@code LISTEN} and {@code NOTIFY} of PostgreSQL
	 * @return a copy of these options
	 */
	public JdbcJobStoreOptions withListen(boolean listen) {
		return new JdbcJobStoreOptions(this.tablePrefix, this.history, this.pollInterval, listen, this.timeout,
				this.clock);
	}

	/**
	 * Change the time limit of a reply of the database.
	 * @param timeout the limit, zero for none
	 * @return a copy of these options
	 */
	public JdbcJobStoreOptions withTimeout(Duration timeout) {
		return new JdbcJobStoreOptions(this.tablePrefix, this.history, this.pollInterval, this.listen, timeout,
				this.clock);
	}

	/**
	 * Replace the clock.
	 * @return a copy of these options
	 */
	public JdbcJobStoreOptions withClock(InstantSource clock) {
		return new JdbcJobStoreOptions(this.tablePrefix, this.history, this.pollInterval, this.listen, this.timeout,
				clock);
	}

}
