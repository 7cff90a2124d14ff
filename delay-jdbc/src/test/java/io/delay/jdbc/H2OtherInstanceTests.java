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
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.WakeUpSubscription;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of an application share a database.
 */
class H2OtherInstanceTests {

	private final JdbcDatabase here = new JdbcDatabase(TestDatabase.H2.empty(),
			JdbcJobStoreOptions.defaults().withPollInterval(Duration.ofMillis(50)));

	private final JdbcDatabase there = new JdbcDatabase(TestDatabase.H2.dataSource(), JdbcJobStoreOptions.defaults());

	private int tokens;

	@AfterEach
	void close() {
		this.here.close();
		this.there.close();
	}

	@Test
	void aConsumerLearnsOfAJobThatAnotherInstanceSubmits() {
		List<Duration> told = new CopyOnWriteArrayList<>();
		assertThat(reserve()).isEmpty();
		try (WakeUpSubscription subscription = new JdbcJobStore(this.here).subscribe("orders", told::add)) {
			told.clear();
			submit("a", Duration.ofHours(1));
			Awaitility.await().until(() -> !told.isEmpty());
			assertThat(told)
				.allSatisfy((delay) -> assertThat(delay).isBetween(Duration.ofMinutes(59), Duration.ofHours(1)));
			told.clear();
			submit("b", Duration.ZERO);
			Awaitility.await().until(() -> told.contains(Duration.ZERO));
		}
	}

	@Test
	void aJobOfAnotherInstanceBelowTheMarkIsFoundSoon() {
		submitHere("later", Duration.ofMillis(300));
		Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> reserve().contains("later"));
		// Its score is lower than all that this instance has seen
		new JdbcJobStore(this.there)
			.submit(List.of(new NewJob("orders", "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
		TestDatabase.H2.execute("UPDATE delay_job SET time = 1000 WHERE place = 1");
		Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> reserve().contains("a"));
	}

	private List<String> reserve() {
		return new JdbcJobStore(this.here)
			.reserve(new ReserveRequest("orders", "host/1:" + ++this.tokens, 10, ReserveTerms.defaults()))
			.jobs()
			.stream()
			.map((job) -> job.lease().id())
			.toList();
	}

	private void submit(String id, Duration delay) {
		submit(this.there, id, delay);
	}

	private void submitHere(String id, Duration delay) {
		submit(this.here, id, delay);
	}

	private static void submit(JdbcDatabase database, String id, Duration delay) {
		new JdbcJobStore(database).submit(List
			.of(new NewJob("orders", id, DueTime.after(delay), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

}
