// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.ListenerSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ListenerSettingsTests {

	@Test
	void settingsTakePrecedenceOverTheOnesBelow() {
		ListenerSettings topic = ListenerSettings.builder().concurrency(1).build();
		ListenerSettings annotation = ListenerSettings.builder()
			.concurrency(2)
			.ttr(Duration.ofSeconds(2))
			.retryFor(List.of(RuntimeException.class))
			.noRetryFor(List.of(IOException.class))
			.build();
		ContainerSettings settings = ContainerSettings.of(topic.over(annotation));
		assertThat(settings.concurrency()).isEqualTo(1);
		assertThat(settings.ttr()).isEqualTo(Duration.ofSeconds(2));
		assertThat(settings.maxAttempts()).isEqualTo(5);
		assertThat(settings.backoff()).isEqualTo(BackoffPolicy.ttr());
		assertThat(settings.retried().included()).containsExactly(RuntimeException.class);
		assertThat(settings.retried().excluded()).containsExactly(IOException.class);
		assertThat(settings.autoStartup()).isTrue();
	}

	@Test
	void invalidValuesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> ListenerSettings.builder().concurrency(0).build())
			.withMessage("Concurrency 0 must be at least 1");
		assertThatIllegalArgumentException().isThrownBy(() -> ListenerSettings.builder().ttr(Duration.ZERO).build());
		assertThatIllegalArgumentException().isThrownBy(() -> ListenerSettings.builder().maxAttempts(0).build());
	}

}
