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
