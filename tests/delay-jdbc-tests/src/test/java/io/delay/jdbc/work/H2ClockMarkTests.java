// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.TestDatabase;
import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The clock of the database is set back while instances have read it at different times.
 */
class H2ClockMarkTests {

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final JdbcJobStoreOptions options = JdbcJobStoreOptions.defaults()
		.withPollInterval(Duration.ofMillis(50))
		.withClock(() -> this.now);

	private final JdbcDatabase here = new JdbcDatabase(TestDatabase.H2.empty(), this.options);

	private final JdbcDatabase there = new JdbcDatabase(TestDatabase.H2.dataSource(), this.options);

	private final List<Duration> received = new CopyOnWriteArrayList<>();

	private int tokens;

	@AfterEach
	void close() {
		this.here.close();
		this.there.close();
	}

	@Test
	void aJobOfAnotherInstanceIsReadyAlthoughTheClockWasSetBack() {
		new JdbcJobStore(this.here).subscribe("orders", this.received::add);
		assertThat(reserve()).isEmpty();
		submit("earlier", Duration.ofHours(1));
		// Only the other instance reads this time
		this.now = this.now.plusMillis(900);
		submit("later", Duration.ofHours(1));
		this.now = this.now.minusSeconds(20);
		this.received.clear();
		submit("a", Duration.ZERO);
		Awaitility.await().atMost(Duration.ofSeconds(6)).until(() -> this.received.contains(Duration.ZERO));
		assertThat(reserve()).containsExactly("a");
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
		new JdbcJobStore(this.there).submit(List
			.of(new NewJob("orders", id, DueTime.after(delay), ConflictPolicy.KEEP, JobRecord.of(new byte[0]))));
	}

}
