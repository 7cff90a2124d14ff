// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BackoffPolicyTests {

	@Test
	void ttrBackoffHasNoDelay() {
		assertThat(BackoffPolicy.ttr().delayFor(1)).isNull();
	}

	@Test
	void fixedDelayIsAlwaysTheSame() {
		BackoffPolicy policy = BackoffPolicy.fixed(Duration.ofSeconds(3));
		assertThat(policy.delayFor(1)).isEqualTo(Duration.ofSeconds(3));
		assertThat(policy.delayFor(99_999)).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void exponentialDelayGrowsUpToTheLongestWait() {
		BackoffPolicy policy = BackoffPolicy.exponential(Duration.ofMillis(100), 3, Duration.ofSeconds(1));
		assertThat(policy.delayFor(1)).isEqualTo(Duration.ofMillis(100));
		assertThat(policy.delayFor(2)).isEqualTo(Duration.ofMillis(300));
		assertThat(policy.delayFor(3)).isEqualTo(Duration.ofMillis(900));
		assertThat(policy.delayFor(4)).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void exponentialDelayDoesNotOverflow() {
		BackoffPolicy policy = BackoffPolicy.exponential(Duration.ofSeconds(1), 1000, Duration.ofDays(36_500));
		assertThat(policy.delayFor(99_999)).isEqualTo(Duration.ofDays(36_500));
	}

	@Test
	void zeroDelayStaysZeroHoweverOftenItIsMultiplied() {
		BackoffPolicy policy = BackoffPolicy.exponential(Duration.ZERO, 10, Duration.ofHours(1));
		assertThat(policy.delayFor(1)).isZero();
		assertThat(policy.delayFor(99_999)).isZero();
	}

	@Test
	void delayOfLessThanAMillisecondGrowsLikeAnyOther() {
		BackoffPolicy policy = BackoffPolicy.exponential(Duration.ofNanos(400_000), 10, Duration.ofSeconds(1));
		assertThat(policy.delayFor(1)).isEqualTo(Duration.ofNanos(400_000));
		assertThat(policy.delayFor(2)).isEqualTo(Duration.ofMillis(4));
		assertThat(policy.delayFor(9)).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void jitterOnlyLengthensAFixedWait() {
		BackoffPolicy policy = BackoffPolicy.fixed(Duration.ofSeconds(3)).withJitter(Duration.ofSeconds(1));
		assertThat(policy.delayFor(1, () -> 0)).isEqualTo(Duration.ofSeconds(3));
		assertThat(policy.delayFor(7, () -> 0.5)).isEqualTo(Duration.ofMillis(3500));
		assertThat(policy.delayFor(7, () -> 1)).isEqualTo(Duration.ofSeconds(4));
	}

	@Test
	void jitterGrowsWithTheWaitBetweenTheDelayAndTheLongestWait() {
		BackoffPolicy policy = BackoffPolicy.exponential(Duration.ofSeconds(2), 3, Duration.ofSeconds(20))
			.withJitter(Duration.ofSeconds(1));
		assertThat(policy.delayFor(1, () -> 0)).isEqualTo(Duration.ofSeconds(2));
		assertThat(policy.delayFor(1, () -> 1)).isEqualTo(Duration.ofSeconds(3));
		assertThat(policy.delayFor(2, () -> 0)).isEqualTo(Duration.ofSeconds(3));
		assertThat(policy.delayFor(2, () -> 1)).isEqualTo(Duration.ofSeconds(9));
		assertThat(policy.delayFor(3, () -> 0)).isEqualTo(Duration.ofSeconds(9));
		assertThat(policy.delayFor(3, () -> 1)).isEqualTo(Duration.ofSeconds(20));
	}

	@Test
	void jitterOfAZeroDelayIsTheLongestWait() {
		BackoffPolicy policy = BackoffPolicy.exponential(Duration.ZERO, 2, Duration.ofHours(1))
			.withJitter(Duration.ofSeconds(1));
		assertThat(policy.delayFor(1, () -> 0)).isZero();
		assertThat(policy.delayFor(99_999, () -> 1)).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void waitsWithJitterDiffer() {
		BackoffPolicy policy = BackoffPolicy.fixed(Duration.ofSeconds(1)).withJitter(Duration.ofHours(1));
		assertThat(IntStream.range(0, 100).mapToObj(policy::delayFor).distinct()).hasSizeGreaterThan(90)
			.allSatisfy((wait) -> assertThat(wait).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3601)));
	}

	@Test
	void missingSettingsHaveDefaults() {
		assertThat(BackoffPolicy.of(null, null, null, null, null)).isNull();
		assertThat(BackoffPolicy.of(BackoffPolicy.Type.TTR, null, null, null, null)).isEqualTo(BackoffPolicy.ttr());
		assertThat(BackoffPolicy.of(BackoffPolicy.Type.FIXED, null, null, null, null))
			.isEqualTo(BackoffPolicy.fixed(Duration.ofSeconds(1)));
		assertThat(BackoffPolicy.of(BackoffPolicy.Type.EXPONENTIAL, null, null, null, null))
			.isEqualTo(BackoffPolicy.exponential(Duration.ofSeconds(1), 2, Duration.ofHours(1)));
		assertThat(BackoffPolicy.of(BackoffPolicy.Type.EXPONENTIAL, Duration.ofHours(2), null, null, null).maxDelay())
			.isEqualTo(Duration.ofHours(2));
		assertThat(BackoffPolicy.of(BackoffPolicy.Type.FIXED, null, null, null, Duration.ofMillis(1)))
			.isEqualTo(BackoffPolicy.fixed(Duration.ofSeconds(1)).withJitter(Duration.ofMillis(1)));
	}

	@Test
	void settingsWithoutEffectAreRefused() {
		Duration second = Duration.ofSeconds(1);
		assertThatIllegalArgumentException().isThrownBy(() -> BackoffPolicy.of(null, second, null, null, null))
			.withMessage("Backoff delay PT1S has no effect without a type: set the type to 'fixed' or 'exponential'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> BackoffPolicy.of(BackoffPolicy.Type.TTR, second, null, null, null))
			.withMessageContaining("with type 'ttr'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> BackoffPolicy.of(BackoffPolicy.Type.FIXED, null, 2.0, null, null))
			.withMessageContaining("multiplier 2.0");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> BackoffPolicy.of(BackoffPolicy.Type.FIXED, null, null, second, null))
			.withMessageContaining("max delay PT1S");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> BackoffPolicy.of(BackoffPolicy.Type.TTR, null, null, null, second))
			.withMessage("Backoff jitter PT1S has no effect with type 'ttr': remove it, or set the type to 'fixed' or "
					+ "'exponential'");
	}

	@Test
	void invalidValuesAreRefused() {
		Duration second = Duration.ofSeconds(1);
		assertThatIllegalArgumentException().isThrownBy(() -> BackoffPolicy.fixed(second.negated()));
		assertThatIllegalArgumentException().isThrownBy(() -> BackoffPolicy.exponential(second, 0.5, second))
			.withMessageContaining("0.5");
		assertThatIllegalArgumentException().isThrownBy(() -> BackoffPolicy.exponential(second, Double.NaN, second));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> BackoffPolicy.exponential(second, 2, Duration.ofMillis(1)))
			.withMessageContaining("longer than the max delay");
		assertThatIllegalArgumentException().isThrownBy(() -> BackoffPolicy.fixed(second).withJitter(second.negated()))
			.withMessageContaining("PT-1S");
		assertThatIllegalArgumentException().isThrownBy(() -> BackoffPolicy.ttr().withJitter(second))
			.withMessageContaining("'ttr'");
	}

}
