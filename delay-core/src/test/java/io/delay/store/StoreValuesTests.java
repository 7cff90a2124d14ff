// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.delay.job.JobState;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForecastRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.TopicStatus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for the values of the seam.
 */
class StoreValuesTests {

	@Test
	void tokensAreDistinctAndNameTheirPollerAndHost() {
		LeaseTokens tokens = new LeaseTokens("web 1;x");
		String first = tokens.next();
		assertThat(first).isNotEqualTo(tokens.next()).isNotEqualTo(new LeaseTokens("web 1;x").next());
		assertThat(LeaseTokens.hostOf(first)).isEqualTo("web_1_x");
		assertThat(first).matches("web_1_x/[0-9a-f]{8}-[0-9a-f]{4}:1-[0-9a-f]{12}");
		assertThat(LeaseTokens.pollerOf(first)).isEqualTo(tokens.poller());
		assertThat(LeaseTokens.pollerOf("token")).isEqualTo("token");
	}

	@Test
	void reasonNamesClassAndMessageOfAnException() {
		assertThat(FailureReason.of(new IllegalStateException("no"), "h").error())
			.isEqualTo("java.lang.IllegalStateException: no");
		assertThat(FailureReason.of(new IllegalStateException(), "h").error())
			.isEqualTo("java.lang.IllegalStateException");
	}

	@Test
	void reasonIsCutBetweenCharacters() {
		FailureReason reason = new FailureReason("x" + "é".repeat(2000), "h");
		assertThat(reason.error().getBytes(StandardCharsets.UTF_8)).hasSize(2047);
		assertThat(reason.error()).endsWith("é");
	}

	@Test
	void hostOfAReasonStaysOnOneLine() {
		assertThat(new FailureReason("e", "a\nb").host()).isEqualTo("a_b");
	}

	@Test
	void stackTraceIsCutAndItsSeparatorsAreReplaced() {
		FailureReason reason = new FailureReason("a\u001eb", "h", "\u001eé".repeat(9000), Duration.ofNanos(1_999_999));
		assertThat(reason.error()).isEqualTo("a\nb");
		assertThat(reason.stackTrace()).startsWith("\né\né").doesNotContain("\u001e");
		assertThat(reason.stackTrace().getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(16384)
			.hasSizeGreaterThan(16380);
		assertThat(reason.runTime()).isEqualTo(Duration.ofMillis(1));
		assertThat(new FailureReason("e", "h", " ", null).stackTrace()).isNull();
		assertThatIllegalArgumentException().isThrownBy(() -> new FailureReason("e", "h", null, Duration.ofMillis(-1)))
			.withMessage("'runTime' must not be negative");
	}

	@ParameterizedTest
	@CsvSource({ "PT0S,must be a millisecond or longer", "PT-1S,must be a millisecond or longer",
			"P365000DT1S,Omit the limit to keep them forever", "PT2562047788015215H,must be at most 365000 days" })
	void retentionReportsAnInvalidMaxAge(Duration maxAge, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> new FailedRetention(maxAge, null))
			.withMessageStartingWith("Max age " + maxAge + " of failed jobs")
			.withMessageContaining(reason);
	}

	@ParameterizedTest
	@CsvSource({ "-1000000000-01-01T00:00:00Z,PT1H,must not begin before 1970",
			"+1000000000-12-31T23:59:59Z,PT1H,after the year 9999",
			"2026-03-01T00:00:00Z,PT2562047788015215H,after the year 9999",
			"9999-12-31T00:00:00Z,PT1H,after the year 9999", "2026-03-01T00:00:00Z,PT0S,a millisecond or longer" })
	void forecastReportsAnInvalidRange(Instant from, Duration interval, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> new ForecastRequest("orders", from, interval, 1000))
			.withMessageContaining(reason);
	}

	@Test
	void statusListsTheStatesInTheOrderOfTheirLife() {
		Map<JobState, Long> counts = new LinkedHashMap<>();
		Stream.of(JobState.FAILED, JobState.RESERVED, JobState.READY, JobState.DELAYED)
			.forEach((state) -> counts.put(state, 0L));
		assertThat(new TopicStatus(counts, null, null, 0, 0).counts().keySet()).containsExactly(JobState.values());
	}

	@Test
	void positionWithoutATimeIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new JobPosition(null, "1"))
			.withMessage("'time' must not be null");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a;b", "a b", "a\n" })
	void requestRefusesAnInvalidToken(String token) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ReserveRequest("orders", token, 1, new ReserveTerms(Duration.ofSeconds(1), 1)))
			.withMessageContaining("'token'");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 501 })
	void requestRefusesAnInvalidLimit(int limit) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ReserveRequest("orders", "t", limit, new ReserveTerms(Duration.ofSeconds(1), 1)))
			.withMessageContaining(String.valueOf(limit));
	}

	@Test
	void textOfARecordNeverContainsItsPayload() {
		assertThat(JobRecord.of("secret".getBytes(StandardCharsets.UTF_8)).toString()).doesNotContain("secret")
			.contains("6 bytes");
	}

}
