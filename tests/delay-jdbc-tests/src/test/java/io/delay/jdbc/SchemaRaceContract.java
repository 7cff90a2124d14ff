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

package io.delay.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several instances create the tables at the same time.
 */
abstract class SchemaRaceContract {

	private static final int INSTANCES = 6;

	private final DataSource dataSource;

	private final int rounds;

	SchemaRaceContract(TestDatabase database, int rounds) {
		this.dataSource = database.dataSource();
		this.rounds = rounds;
	}

	@Test
	void everyInstanceFindsTheTablesComplete() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(INSTANCES);
		try {
			for (int round = 0; round < this.rounds; round++) {
				String prefix = "race_" + round + "_";
				CountDownLatch start = new CountDownLatch(1);
				List<Future<List<String>>> instances = new ArrayList<>();
				for (int i = 0; i < INSTANCES; i++) {
					instances.add(threads.submit(() -> create(prefix, start)));
				}
				start.countDown();
				for (Future<List<String>> problems : instances) {
					assertThat(problems.get(1, TimeUnit.MINUTES)).isEmpty();
				}
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private List<String> create(String prefix, CountDownLatch start) throws InterruptedException {
		JdbcJobStoreOptions options = JdbcJobStoreOptions.defaults().withTablePrefix(prefix);
		try (JdbcDatabase database = new JdbcDatabase(this.dataSource, options)) {
			JdbcSchema schema = new JdbcSchema(database);
			database.works();
			start.await();
			schema.create();
			return schema.problems();
		}
	}

}
