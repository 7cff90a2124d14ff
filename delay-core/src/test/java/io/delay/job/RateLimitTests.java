// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RateLimit}.
 */
class RateLimitTests {

	@ParameterizedTest
	@CsvSource({ "100/s, 100, SECONDS", "10/m, 10, MINUTES", "1/h, 1, HOURS", "' 7 / s ', 7, SECONDS" })
	void validTextIsParsed(String text, int jobs, ChronoUnit unit) {
		RateLimit limit = RateLimit.of(text);
		assertThat(limit).isEqualTo(new RateLimit(jobs, unit));
		assertThat(RateLimit.of(limit.toString())).isEqualTo(limit);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "100", "/s", "-1/s", "1.5/s", "100/S", "100/d", "100/sec", "99999999/s" })
	void otherTextsAreRejectedWithExamples(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.of(text))
			.withMessage("Rate limit '" + text
					+ "' must be a number of jobs per second, minute or hour, such as 100/s, 10/m or 1/h");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0/s", "1000001/s" })
	void numberIsLimited(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.of(text))
			.withMessageContaining("must be 1 to 1000000");
	}

	@Test
	void unitIsSecondsMinutesOrHours() {
		assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(1, ChronoUnit.DAYS))
			.withMessageContaining("must be seconds, minutes or hours");
	}

	@ParameterizedTest
	@CsvSource({ "100/s, PT0.01S", "1000000/s, PT0.000001S", "1/h, PT1H", "3/s, PT0.333333334S" })
	void intervalIsRoundedUp(String text, Duration interval) {
		assertThat(RateLimit.of(text).interval()).isEqualTo(interval);
	}

}
