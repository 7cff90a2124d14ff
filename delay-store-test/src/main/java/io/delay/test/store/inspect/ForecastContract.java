// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.store.admin.ForecastRequest;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Forecast: the number of waiting jobs that become due in each interval.
 *
 * @since 0.1.0
 */
public interface ForecastContract extends StoreContract {

	@Test
	default void jobsAreCountedInTheIntervalInWhichTheyBecomeDue() {
		submit("a", Duration.ofSeconds(1));
		submit("b", Duration.ofMillis(1500));
		submit("c", Duration.ofSeconds(3));
		assertThat(forecast(now(), Duration.ofSeconds(1), 4)).containsExactly(0L, 2L, 0L, 1L);
	}

	@Test
	default void anIntervalIncludesItsBeginningButNotItsEnd() {
		Instant from = now().plusSeconds(10);
		submit("before", Duration.ofMillis(9_999));
		submit("beginning", Duration.ofSeconds(10));
		submit("last", Duration.ofMillis(10_999));
		submit("end", Duration.ofSeconds(11));
		submit("later", Duration.ofSeconds(12));
		assertThat(forecast(from, Duration.ofSeconds(1), 2)).containsExactly(2L, 1L);
	}

	@Test
	default void anIntervalCanLastAMillisecond() {
		submit("a", Duration.ofMillis(1));
		submit("b", Duration.ofMillis(3));
		assertThat(forecast(now(), MILLISECOND, 4)).containsExactly(0L, 1L, 0L, 1L);
	}

	@Test
	default void readyJobsAreCountedAtTheirDueTime() {
		submit("a");
		advance(Duration.ofSeconds(5));
		submit("b");
		assertThat(forecast(now().minusSeconds(5), Duration.ofSeconds(2), 3)).containsExactly(1L, 0L, 1L);
		assertThat(forecast(now(), Duration.ofSeconds(1), 1)).containsExactly(1L);
	}

	@Test
	default void jobsOfAllPrioritiesAreForecast() {
		for (JobPriority priority : JobPriority.values()) {
			submit(JobSpec.job(priority.name()).priority(priority).delay(TTR));
		}
		assertThat(forecast(now(), MINUTE, 1)).containsExactly(3L);
	}

	@Test
	default void onlyWaitingJobsAreForecast() {
		givenFailed("a");
		givenReserved("b");
		assertThat(forecast(now().minus(MINUTE), MINUTE, 5)).containsOnly(0L);
	}

	@Test
	default void fractionsOfAMillisecondAreDropped() {
		submit("a", Duration.ofMillis(2));
		assertThat(forecast(now().plusNanos(2_999_999), Duration.ofNanos(1_999_999), 2)).containsExactly(1L, 0L);
		assertThat(forecast(now().plusNanos(999_999), Duration.ofNanos(1_999_999), 3)).containsExactly(0L, 0L, 1L);
	}

	@Test
	default void anUnknownTopicHasNothingToForecast() {
		assertThat(forecast(now(), MINUTE, 3)).containsExactly(0L, 0L, 0L);
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void theLargestNumberOfIntervalsIsForecast() {
		submit("a");
		submit("b", Duration.ofSeconds(999));
		submit("c", Duration.ofSeconds(1000));
		List<Long> forecast = forecast(now(), Duration.ofSeconds(1), ForecastRequest.MAX_INTERVALS);
		assertThat(forecast).hasSize(ForecastRequest.MAX_INTERVALS);
		assertThat(forecast.get(0)).isEqualTo(1);
		assertThat(forecast.get(999)).isEqualTo(1);
		assertThat(Collections.frequency(forecast, 0L)).isEqualTo(998);
	}

	@Test
	default void aForecastCanBeginFarInTheFuture() {
		Instant last = Instant.parse("9999-12-31T23:59:59.998Z");
		submit(JobSpec.job("a").at(last));
		assertThat(forecast(last, MILLISECOND, 1)).containsExactly(1L);
		assertThat(forecast(last.minusMillis(2), MILLISECOND, 3)).containsExactly(0L, 0L, 1L);
	}

	private List<Long> forecast(Instant from, Duration interval, int intervals) {
		return fixture().inspector().forecast(new ForecastRequest(TOPIC, from, interval, intervals));
	}

}
