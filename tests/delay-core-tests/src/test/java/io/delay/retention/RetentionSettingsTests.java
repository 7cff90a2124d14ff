// SPDX-License-Identifier: Apache-2.0

package io.delay.retention;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.store.admin.FailedRetention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which limits apply to a topic.
 */
class RetentionSettingsTests {

	private static final Duration WEEK = Duration.ofDays(7);

	private static final Duration DAY = Duration.ofDays(1);

	@Test
	void theGeneralLimitsApplyToATopicWithoutItsOwn() {
		RetentionSettings settings = new RetentionSettings(new FailedRetention(WEEK, 100), Map.of());
		assertThat(settings.retentionOf("orders")).isEqualTo(new FailedRetention(WEEK, 100));
	}

	@Test
	void eachLimitOfATopicReplacesOnlyTheSameGeneralLimit() {
		RetentionSettings settings = new RetentionSettings(new FailedRetention(WEEK, 100),
				Map.of("young", new FailedRetention(DAY, null), "few", new FailedRetention(null, 0), "both",
						new FailedRetention(DAY, 5)));
		assertThat(settings.retentionOf("young")).isEqualTo(new FailedRetention(DAY, 100));
		assertThat(settings.retentionOf("few")).isEqualTo(new FailedRetention(WEEK, 0));
		assertThat(settings.retentionOf("both")).isEqualTo(new FailedRetention(DAY, 5));
	}

	@Test
	void allJobsAreKeptWithoutALimit() {
		RetentionSettings settings = new RetentionSettings(FailedRetention.UNLIMITED,
				Map.of("orders", FailedRetention.UNLIMITED));
		assertThat(settings.isUnlimited()).isTrue();
		assertThat(settings.topics()).isEmpty();
		assertThat(settings.retentionOf("orders")).isEqualTo(FailedRetention.UNLIMITED);
	}

	@Test
	void settingsWithOneLimitAreNotUnlimited() {
		assertThat(new RetentionSettings(new FailedRetention(null, 0), Map.of()).isUnlimited()).isFalse();
		assertThat(new RetentionSettings(FailedRetention.UNLIMITED, Map.of("orders", new FailedRetention(DAY, null)))
			.isUnlimited()).isFalse();
	}

	@Test
	void anInvalidTopicIsReported() {
		assertThatIllegalArgumentException().isThrownBy(
				() -> new RetentionSettings(FailedRetention.UNLIMITED, Map.of("bad topic", FailedRetention.UNLIMITED)))
			.withMessageContaining("Topic 'bad topic'");
	}

}
