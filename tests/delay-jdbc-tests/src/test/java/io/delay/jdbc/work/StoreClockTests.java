// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.RecordedDataSource;
import io.delay.jdbc.TestDatabase;
import io.delay.jdbc.session.DatabaseClock;
import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.ClockTable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreClock}.
 */
class StoreClockTests {

	private final RecordedDataSource dataSource = new RecordedDataSource(TestDatabase.POSTGRESQL.empty());

	private final Sessions sessions = new Sessions(this.dataSource, Duration.ofSeconds(10));

	private final AtomicLong suspended = new AtomicLong();

	private final StoreClock clock = new StoreClock(DatabaseClock.of(this.sessions.dialect(), null),
			new ClockTable("delay_"), () -> Instant.now().plusMillis(this.suspended.get()));

	@BeforeEach
	void synchronizeIt() {
		this.sessions.own(this.clock::synchronize);
	}

	@Test
	void theTimeIsDerivedFromTheLastRead() {
		assertThat(estimate()).isEmpty();
	}

	@Test
	void theTimeIsReadAgainAfterTheMachineWasSuspended() {
		this.suspended.set(Duration.ofMinutes(5).toMillis());
		assertThat(estimate()).singleElement().asString().contains("clock_timestamp()");
		assertThat(estimate()).isEmpty();
	}

	private List<String> estimate() {
		return this.dataSource.record(() -> this.sessions.single(this.clock::estimate));
	}

}
