// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.dbscheduler;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import io.delay.benchmarks.kit.JobSystem;
import io.delay.benchmarks.kit.JobSystemFactory;
import io.delay.benchmarks.kit.StoreAddress;

/**
 * Connects to the database of the arguments, or to H2 in memory if there is none.
 */
final class DbSchedulerSystemFactory implements JobSystemFactory {

	// One for each of 16 workers, and some for submits and polls
	private static final int CONNECTIONS = 20;

	@Override
	public JobSystem create(StoreAddress store, int topics) {
		String jdbcUrl = (store.jdbcUrl() != null) ? store.jdbcUrl() : "jdbc:h2:mem:benchmark;DB_CLOSE_DELAY=-1";
		Database database = Database.of(jdbcUrl);
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(jdbcUrl);
		config.setMaximumPoolSize(CONNECTIONS);
		database.tune(config);
		HikariDataSource dataSource = new HikariDataSource(config);
		database.createTables(dataSource);
		return new DbSchedulerSystem(dataSource, database, topics);
	}

}
