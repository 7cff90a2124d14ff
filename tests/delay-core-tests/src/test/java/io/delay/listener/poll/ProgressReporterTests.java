// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.util.List;
import java.util.function.Function;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;

import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.store.Lease;
import io.delay.store.SettleResult;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressReporterTests {

	private static final String MESSAGE = "Could not report 1 running handler(s) of topic 'orders' to the store; "
			+ "jobs whose leases end now are redelivered as if their worker had crashed";

	private static final List<Touch> REPORTS = List.of(Touch.started(new Lease("orders", "a", "token")));

	@Test
	void failureOfTheStoreIsLoggedAtDebug() {
		try (RecordedLog log = new RecordedLog(ProgressReporter.class)) {
			assertThat(reporter(new DataAccessResourceFailureException("unreachable")).report(REPORTS))
				.isEqualTo(REPORTS);
			assertThat(log.messages(Level.DEBUG)).containsExactly(MESSAGE);
			assertThat(log.messages(Level.WARN)).isEmpty();
		}
	}

	@Test
	void reportThatTheStoreRefusesIsNotRepeated() {
		assertThat(reporter(new InvalidDataAccessApiUsageException("NOPERM")).report(REPORTS)).isEmpty();
		assertThat(reporter(new QueryTimeoutException("timeout")).report(REPORTS)).isEqualTo(REPORTS);
		assertThat(reporter(new RecoverableDataAccessException("lost")).report(REPORTS)).isEqualTo(REPORTS);
	}

	@Test
	void unexpectedFailureIsWarnedOfOnceAMinute() {
		try (RecordedLog log = new RecordedLog(ProgressReporter.class)) {
			ProgressReporter reporter = reporter(new IllegalStateException("unexpected"));
			assertThat(reporter.report(REPORTS)).isEmpty();
			assertThat(reporter.report(REPORTS)).isEmpty();
			assertThat(log.messages(Level.WARN)).containsExactly(MESSAGE);
			assertThat(log.text()).contains("IllegalStateException: unexpected");
		}
	}

	@Test
	void reportsToAnUnreachablePartitionMustBeRepeated() {
		Touch first = Touch.started(new Lease("orders", "b", "token"));
		Touch second = Touch.overdue(new Lease("orders", "c", "token"));
		List<Touch> reports = List.of(first, REPORTS.get(0), second, Touch.started(new Lease("orders", "d", "token")));
		assertThat(reporter((touches) -> {
			assertThat(touches).isEqualTo(reports);
			return List.of(SettleResult.UNREACHABLE, SettleResult.DONE, SettleResult.UNREACHABLE,
					SettleResult.LEASE_LOST);
		}).report(reports)).containsExactly(first, second);
	}

	private static ProgressReporter reporter(RuntimeException failure) {
		return reporter((touches) -> {
			throw failure;
		});
	}

	private static ProgressReporter reporter(Function<List<Touch>, List<SettleResult>> touch) {
		return new ProgressReporter(new ForwardingJobStore(new MemoryJobStore()) {

			@Override
			public List<SettleResult> touch(List<Touch> touches) {
				return touch.apply(touches);
			}

		}, ContainerFixture.failures());
	}

}
