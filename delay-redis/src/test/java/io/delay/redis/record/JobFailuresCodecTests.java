// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.JobRecord;
import io.delay.store.StoredJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JobFailuresCodec}.
 */
class JobFailuresCodecTests {

	private static JobFailures parse(String text) {
		return JobFailuresCodec.parse((text != null) ? text.getBytes(StandardCharsets.UTF_8) : null);
	}

	private static Failure failure(int attempt, long time, String host, String error, String trace, Long millis) {
		return new Failure(attempt, Instant.ofEpochMilli(time),
				new FailureReason(error, host, trace, (millis != null) ? Duration.ofMillis(millis) : null));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = "0;3")
	void jobThatHasNotFailedHasNoFailures(String text) {
		assertThat(parse(text)).isNull();
	}

	@Test
	void failuresAreReadFromTheNewestToTheOldest() {
		assertThat(parse("3hs1;5;30;c\nthird\nline\u001e3;33\n\tat C\n\tat D\u001e20;b\nsecond\u001e2;\n\tat B\u001e"
				+ "10;a\n\u001e1;0\n\u001e"))
			.isEqualTo(new JobFailures(3, List.of(failure(3, 30, "c", "third\nline", "\tat C\n\tat D", 33L),
					failure(2, 20, "b", "second", "\tat B", null), failure(1, 10, "a", "", null, 0L))));
	}

	@Test
	void anOmittedStackTraceEqualsThatOfTheNextFailure() {
		assertThat(
				parse("3;5;30;c\nthird\u001e3;33\n\tat C\u001e20;b\nsecond\u001e2;22\u001e10;a\nfirst\u001e1;11\u001e")
					.recent())
			.extracting((failure) -> failure.reason().stackTrace())
			.containsExactly("\tat C", "\tat C", "\tat C");
	}

	@Test
	void kickedJobKeepsTheAttemptsOfItsFailures() {
		JobFailures failures = parse("0;5;30;c\nthird\u001e3;33\n\tat C\u001e");
		assertThat(failures.attempts()).isZero();
		assertThat(failures.recent()).containsExactly(failure(3, 30, "c", "third", "\tat C", 33L));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "?", "1;2;3;h", "1;2;3;\nboom", "1;2;3;\u2003\nboom", "1;2;3;h\nboom\u001e?\u001e",
			"x;2;3;h\nboom" })
	void anUnreadableTextIsReportedAsUnreadable(String text) {
		assertThat(parse(text)).isEqualTo(new JobFailures(0,
				new FailureReason("The failures of the job cannot be read", "redis"), Instant.EPOCH));
	}

	@Test
	void anUnreadableEarlierFailureIsOmitted() {
		assertThat(parse("3;5;30;c\nthird\u001e3;33\n\u001e?\u001e2;\u001e").recent())
			.containsExactly(failure(3, 30, "c", "third", null, 33L));
	}

	@Test
	void writtenFailuresAreReadUnchanged() {
		JobFailures failures = new JobFailures(4, List.of(failure(4, 40, "d", "fourth\nline", "\tat D", 44L),
				failure(3, 30, "c", "third", "\tat D", null), failure(2, 20, "b", "", null, 0L)));
		StoredJob job = new StoredJob("orders", "a", JobState.FAILED, Instant.ofEpochMilli(50), Instant.ofEpochMilli(5),
				JobRecord.of(new byte[0]), failures);
		String text = JobFailuresCodec.encode(job, JobPriority.LOW);
		assertThat(text).isEqualTo(
				"4l;5;40;d\nfourth\nline\u001e4;44\n\tat D\u001e30;c\nthird\u001e3;\u001e20;b\n\u001e2;0\n\u001e");
		assertThat(parse(text)).isEqualTo(failures);
	}

	@Test
	void detailsContainTheTimeInMillisecondsAndTheStackTrace() {
		assertThat(JobFailuresCodec.details(new FailureReason("boom", "h", "\tat A", Duration.ofNanos(1_999_999))))
			.isEqualTo("1\n\tat A");
		assertThat(JobFailuresCodec.details(new FailureReason("boom", "h"))).isEqualTo("\n");
	}

}
