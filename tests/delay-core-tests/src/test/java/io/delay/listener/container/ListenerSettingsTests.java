/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
	void whatIsSetGoesBeforeWhatLiesBelow() {
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
	void badValuesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> ListenerSettings.builder().concurrency(0).build())
			.withMessage("Concurrency 0 must be at least 1");
		assertThatIllegalArgumentException().isThrownBy(() -> ListenerSettings.builder().ttr(Duration.ZERO).build());
		assertThatIllegalArgumentException().isThrownBy(() -> ListenerSettings.builder().maxAttempts(0).build());
	}

}
