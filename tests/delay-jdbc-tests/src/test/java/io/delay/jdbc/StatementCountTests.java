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

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many statements the calls of the store need.
 */
class StatementCountTests {

	private static final String TOPIC = "orders";

	private JdbcDatabase database;

	private JdbcJobStore store;

	private RecordedDataSource dataSource;

	@AfterEach
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void manyJobsAreInsertedTogether(TestDatabase server) {
		use(server);
		assertThat(this.dataSource.record(() -> this.store.submit(jobs(100)))).filteredOn(StatementCountTests::isInsert)
			.hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "H2", "POSTGRESQL" })
	void jobsBesideExistingOnesAreInsertedTogether(TestDatabase server) {
		use(server);
		this.store.submit(jobs(10));
		assertThat(this.dataSource.record(() -> this.store.submit(jobs(20)))).filteredOn(StatementCountTests::isInsert)
			.hasSizeLessThanOrEqualTo(2);
	}

	private void use(TestDatabase server) {
		this.dataSource = new RecordedDataSource(server.empty());
		this.database = new JdbcDatabase(this.dataSource,
				JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO));
		this.store = new JdbcJobStore(this.database);
		this.store.submit(List.of(job("first", ConflictPolicy.KEEP)));
	}

	private static boolean isInsert(String statement) {
		return statement.startsWith("INSERT INTO delay_job ");
	}

	private static List<NewJob> jobs(int count) {
		return IntStream.range(0, count).mapToObj((i) -> job("many-" + i, ConflictPolicy.KEEP)).toList();
	}

	private static NewJob job(String id, ConflictPolicy onConflict) {
		return new NewJob(TOPIC, id, DueTime.NOW, onConflict, JobRecord.of(new byte[1]));
	}

}
