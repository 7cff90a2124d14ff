// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link Job} and {@link JobRules}: every argument that is refused, and the
 * outermost ones that are not.
 */
class JobTests {

	private final Job.Builder builder = Job.to("orders");

	@Test
	void jobIsDueAtOnceAndKeepsAnExistingOneByDefault() {
		Job job = this.builder.build();
		assertThat(job.dueTime()).isEqualTo(DueTime.NOW);
		assertThat(job.onConflict()).isEqualTo(ConflictPolicy.KEEP);
		assertThat(job.payload()).isEqualTo("");
		assertThat(job.id()).isNull();
		assertThat(job.ttr()).isNull();
		assertThat(job.maxAttempts()).isNull();
		assertThat(job.headers()).isEmpty();
	}

	@Test
	void textOfAJobNeverContainsItsPayload() {
		assertThat(this.builder.id("a").payload("secret").build().toString()).contains("orders", "a")
			.doesNotContain("secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a/b", "a:b", "{a}", "订单", "a\n" })
	void invalidTopicIsRefusedAndNamed(String topic) {
		assertThatIllegalArgumentException().isThrownBy(() -> Job.to(topic))
			.withMessageContaining("A-Z a-z 0-9 . _ -")
			.withMessageContaining("'" + topic.replace("\n", "?") + "'");
	}

	@Test
	void topicOfMoreThanTwoHundredCharactersIsRefused() {
		assertThatNoException().isThrownBy(() -> Job.to("a".repeat(200)));
		assertThatIllegalArgumentException().isThrownBy(() -> Job.to("a".repeat(201)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a\tb", "a\n", "a\0", "a\u00a0b", "a\u3000b", "a\u0085", "a\ud800" })
	void invalidIdIsRefused(String id) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.id(id)).withMessageContaining("Job id");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "order:1/2{x}", "订单-1", "😀" })
	void validIdIsAccepted(String id) {
		assertThat(this.builder.id(id).build().id()).isEqualTo(id);
	}

	@Test
	void idOfMoreThanTwoHundredBytesIsRefused() {
		assertThatNoException().isThrownBy(() -> this.builder.id("a".repeat(200)));
		assertThatNoException().isThrownBy(() -> this.builder.id("é".repeat(100)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.id("a".repeat(201)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.id("é".repeat(101)));
	}

	static Stream<Duration> refusedDelays() {
		return Stream.of(Duration.ofNanos(-1), Duration.ofDays(-1), Duration.ofDays(366L * 8000),
				Duration.ofSeconds(Long.MAX_VALUE));
	}

	@ParameterizedTest
	@MethodSource("refusedDelays")
	void invalidDelayIsRefused(Duration delay) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.delay(delay))
			.withMessageContaining(delay.toString());
	}

	@Test
	void dueTimeBeyondTheYear9999IsRefused() {
		assertThatNoException().isThrownBy(() -> this.builder.dueTime(Instant.parse("9999-12-31T23:59:59Z")));
		assertThatNoException().isThrownBy(() -> this.builder.dueTime(Instant.MIN));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.builder.dueTime(Instant.parse("+10000-01-01T00:00:00Z")))
			.withMessageContaining("9999");
	}

	@Test
	void lastExpiryApplies() {
		Instant due = Instant.parse("2026-01-01T00:00:00Z");
		Job after = this.builder.expiresAt(due).expiresAfter(Duration.ofNanos(1)).build();
		assertThat(ExpiryTime.of(after.headers(), due)).isEqualTo(due.plusMillis(1));
		Job at = this.builder.expiresAt(due.plusNanos(1)).build();
		assertThat(ExpiryTime.of(at.headers(), Instant.EPOCH)).isEqualTo(due.plusMillis(1));
		assertThat(ExpiryTime.of(Job.to("orders").build().headers(), due)).isNull();
	}

	static Stream<Duration> refusedExpiries() {
		return Stream.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(366L * 8000),
				Duration.ofSeconds(Long.MAX_VALUE));
	}

	@ParameterizedTest
	@MethodSource("refusedExpiries")
	void invalidExpiryIsRefused(Duration expiry) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.expiresAfter(expiry))
			.withMessageContaining(expiry.toString());
	}

	@Test
	void invalidExpiryTimeIsRefused() {
		assertThatNoException().isThrownBy(() -> this.builder.expiresAt(Instant.parse("9999-12-31T23:59:59Z")));
		assertThatNoException().isThrownBy(() -> this.builder.expiresAt(Instant.EPOCH));
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.expiresAt(Instant.EPOCH.minusMillis(1)))
			.withMessageContaining("1970");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.builder.expiresAt(Instant.parse("+10000-01-01T00:00:00Z")))
			.withMessageContaining("9999");
	}

	@Test
	void jobThatWouldExpireBeforeItIsDueIsRefused() {
		Instant due = Instant.parse("2030-01-01T00:00:00Z");
		this.builder.dueTime(due).expiresAt(due);
		assertThatIllegalArgumentException().isThrownBy(this.builder::build)
			.withMessageContaining("2030-01-01T00:00:00Z")
			.withMessageContaining("expiresAfter");
		assertThatNoException().isThrownBy(() -> this.builder.expiresAt(due.plusMillis(1)).build());
		assertThatNoException().isThrownBy(() -> this.builder.dueTime(due).expiresAfter(Duration.ofMillis(1)).build());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "+", "-1", "+-1", "1s", "1234567890123456", "\u0661" })
	void headerThatIsNoExpiryTimeIsRefusedAndAStoredOneIsIgnored(String value) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.header(ExpiryTime.HEADER, value))
			.withMessageContaining("expiresAfter");
		assertThat(ExpiryTime.of(Map.of(ExpiryTime.HEADER, value), Instant.EPOCH)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "+1", "-1", "9e15", "NaN", "soon", "1234567890123456", "\u0661" })
	void headerThatIsNoSubmitTimeIsRefusedAndAStoredOneIsIgnored(String value) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.header(SubmitTime.HEADER, value))
			.withMessageContaining("delay_submittedAt");
		assertThat(SubmitTime.of(Map.of(SubmitTime.HEADER, value))).isNull();
	}

	@Test
	void submitTimeOfAnEarlierJobIsAccepted() {
		Instant submitted = Instant.parse("2030-01-01T00:00:00Z");
		Map<String, String> headers = SubmitTime.addTo(Map.of("tenant", "north"), submitted);
		headers.forEach(this.builder::header);
		assertThat(SubmitTime.of(this.builder.build().headers())).isEqualTo(submitted);
	}

	@Test
	void storedExpiryTimeBeyondTheLastInstantIsIgnored() {
		assertThat(ExpiryTime.of(Map.of(ExpiryTime.HEADER, "+1"), Instant.MAX)).isNull();
	}

	static Stream<Duration> refusedTtrs() {
		return Stream.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(100).plusMillis(1));
	}

	@ParameterizedTest
	@MethodSource("refusedTtrs")
	void invalidTtrIsRefused(Duration ttr) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.ttr(ttr))
			.withMessageContaining(ttr.toString());
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 100_000 })
	void invalidMaxAttemptsAreRefused(int maxAttempts) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.maxAttempts(maxAttempts))
			.withMessageContaining(String.valueOf(maxAttempts));
	}

	@Test
	void headersThatAreTooLargeAreRefused() {
		assertThatNoException().isThrownBy(() -> Job.to("a").header("k", "v".repeat(8191)).build());
		assertThatIllegalArgumentException().isThrownBy(() -> Job.to("a").header("k", "v".repeat(8192)).build())
			.withMessageContaining("8193");
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.header(" ", "v"));
	}

	@Test
	void headersWithAnUnpairedSurrogateAreRefused() {
		assertThatNoException().isThrownBy(() -> Job.to("a").header("k", "\ud83d\ude00").build());
		assertThatIllegalArgumentException().isThrownBy(() -> Job.to("a").header("k", "v\ud83d").build())
			.withMessage("Header 'k' has an unpaired surrogate, which UTF-8 cannot represent");
		assertThatIllegalArgumentException().isThrownBy(() -> Job.to("a").header("k\ude00", "v").build())
			.withMessageStartingWith("Header 'k?' has an unpaired surrogate");
	}

}
