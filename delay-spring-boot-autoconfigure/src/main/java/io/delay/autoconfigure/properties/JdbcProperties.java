// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;

import org.springframework.util.Assert;

/**
 * Configuration properties for jobs in a relational database.
 *
 * @since 0.1.0
 */
public class JdbcProperties {

	// Repeats the rule of the store, which may be absent from the class path
	static final String PREFIX = "([A-Za-z_][A-Za-z0-9_]*\\.)?[A-Za-z_][A-Za-z0-9_]{0,29}";

	/**
	 * Prefix of the names of all tables. Can begin with the name of a schema and a
	 * period.
	 */
	private String tablePrefix = "delay_";

	/** When to create and upgrade the tables at start-up. */
	private SchemaInitialization initializeSchema = SchemaInitialization.EMBEDDED;

	/**
	 * How often an idle instance looks for jobs that other instances have submitted. With
	 * 0 it relies on the safety check of its listeners.
	 */
	private Duration pollInterval = Duration.ofSeconds(1);

	/** Whether instances notify each other of new jobs by LISTEN and NOTIFY. */
	private ListenMode listen = ListenMode.AUTO;

	/**
	 * How long the database can take to reply in a transaction of Delay, before its
	 * connection is closed. With 0 that is not limited.
	 */
	private Duration timeout = Duration.ofSeconds(60);

	public String getTablePrefix() {
		return this.tablePrefix;
	}

	public void setTablePrefix(String tablePrefix) {
		Assert.isTrue(tablePrefix.matches(PREFIX), () -> "Table prefix '" + tablePrefix
				+ "' must be 1 to 30 letters, digits or underscores, optionally after a schema and a period");
		this.tablePrefix = tablePrefix;
	}

	public SchemaInitialization getInitializeSchema() {
		return this.initializeSchema;
	}

	public void setInitializeSchema(SchemaInitialization initializeSchema) {
		this.initializeSchema = initializeSchema;
	}

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(Duration pollInterval) {
		Assert.isTrue(!pollInterval.isNegative(), () -> "Poll interval " + pollInterval + " must not be negative");
		this.pollInterval = pollInterval;
	}

	public ListenMode getListen() {
		return this.listen;
	}

	public void setListen(ListenMode listen) {
		this.listen = listen;
	}

	public Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(Duration timeout) {
		Assert.isTrue(!timeout.isNegative(), () -> "Timeout " + timeout + " must not be negative");
		this.timeout = timeout;
	}

}
