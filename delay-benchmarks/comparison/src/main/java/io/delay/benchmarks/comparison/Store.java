// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.util.List;
import java.util.Optional;

/**
 * A new store, which is deleted when it is closed.
 */
interface Store extends AutoCloseable {

	/**
	 * Return the address of the store.
	 * @return arguments of a workload
	 */
	List<String> arguments();

	/**
	 * Describe the store.
	 * @return name, version and the settings that matter, in one line
	 */
	String description();

	@Override
	void close();

	/**
	 * Find out why there is no store for a system.
	 * @param competitor the system
	 * @return the reason, empty if {@link #start} has a store for it
	 */
	static Optional<String> reasonForAbsence(Competitor competitor, ComparisonOptions options) {
		if (competitor == Competitor.DELAY_JDBC && options.jdbcUrl() == null && !PostgresServer.isInstalled()) {
			return Optional.of(PostgresServer.NOT_INSTALLED);
		}
		return (competitor == Competitor.BEANSTALKD && !BeanstalkdServer.isInstalled())
				? Optional.of(BeanstalkdServer.NOT_INSTALLED) : Optional.empty();
	}

	static Store start(Competitor competitor, ComparisonOptions options) {
		return DistantStore.of(startNear(competitor, options), options.networkDelay());
	}

	private static Store startNear(Competitor competitor, ComparisonOptions options) {
		if (competitor.usesRedis()) {
			return RedisServer.start(options.appendOnly());
		}
		if (competitor == Competitor.BEANSTALKD) {
			return BeanstalkdServer.start(options.appendOnly());
		}
		if (options.jdbcUrl() != null) {
			return new NamedServer(options.jdbcUrl());
		}
		return PostgresServer.isInstalled() ? PostgresServer.start() : new EmbeddedDatabase();
	}

}
