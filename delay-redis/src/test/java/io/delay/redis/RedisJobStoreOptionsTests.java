// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.store.history.HistorySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RedisJobStoreOptions}.
 */
class RedisJobStoreOptionsTests {

	private final RedisJobStoreOptions options = new RedisJobStoreOptions("shop", 2, Map.of("order", 8));

	@Test
	void aSubmitWaitsForNoReplicaByDefault() {
		assertThat(this.options.waitReplicas()).isZero();
		assertThat(this.options.waitReplicasTimeout()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void changingOneOptionKeepsTheOthers() {
		Duration timeout = Duration.ofMillis(250);
		assertThat(this.options.withWaitReplicas(1, timeout).withPartitions(3))
			.isEqualTo(new RedisJobStoreOptions("shop", 3, Map.of("order", 8), 1, timeout, HistorySettings.OFF));
	}

	@Test
	void invalidNumbersOfReplicasAndTimeoutsAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withWaitReplicas(-1, Duration.ofSeconds(1)))
			.withMessage("Number of replicas -1 to wait for must be 0 or more");
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withWaitReplicas(1, Duration.ZERO))
			.withMessageContaining("Timeout PT0S for replicas must be positive");
		assertThatIllegalArgumentException().isThrownBy(() -> this.options.withWaitReplicas(1, Duration.ofDays(1)))
			.withMessageContaining("an hour at most");
	}

}
