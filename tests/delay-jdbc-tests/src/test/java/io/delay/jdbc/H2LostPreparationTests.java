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

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.SubmitStatus;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.SubmitOutcomeUnknownException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The commit of a transaction that precedes the one of a call is lost: nothing of the
 * call was sent, so its outcome is known.
 */
class H2LostPreparationTests {

	private static final String TOPIC = "orders";

	private final ControlledDataSource dataSource = new ControlledDataSource(TestDatabase.H2.empty());

	private final JdbcDatabase database = new JdbcDatabase(this.dataSource,
			JdbcJobStoreOptions.defaults().withListen(false).withPollInterval(Duration.ZERO));

	private final JdbcJobStore store = new JdbcJobStore(this.database);

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void aSubmitWhoseTopicIsNotStoredHasStoredNothing() {
		this.dataSource.loseNextCommit();
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(this::submit)
			.isNotInstanceOf(SubmitOutcomeUnknownException.class)
			.withMessageContaining("nothing");
		assertThat(submit()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void aTopicThatMayNotBeStoredIsStoredByTheNextCall() {
		this.dataSource.loseNextCommit();
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(this::submit);
		TestDatabase.H2.execute("DELETE FROM delay_topic");
		submit();
		assertThat(new JdbcTemplate(this.dataSource).queryForList("SELECT topic FROM delay_topic", String.class))
			.containsExactly(TOPIC);
	}

	@Test
	void aSubmitWhoseClockIsNotSynchronizedHasStoredNothing() {
		this.database.works().used(List.of(TOPIC));
		this.dataSource.loseNextCommit();
		assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(this::submit)
			.isNotInstanceOf(SubmitOutcomeUnknownException.class);
		assertThat(submit()).isEqualTo(SubmitStatus.CREATED);
	}

	@Test
	void aCancelWhoseClockIsNotSynchronizedHasChangedNothing() {
		this.dataSource.loseNextCommit();
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> this.store.cancel(TOPIC, "a"))
			.isNotInstanceOf(OutcomeUnknownException.class);
	}

	private SubmitStatus submit() {
		return this.store
			.submit(List.of(new NewJob(TOPIC, "a", DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[0]))))
			.get(0)
			.status();
	}

}
