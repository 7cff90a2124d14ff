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

package io.delay.actuate;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.actuate.DelayHealthContributorAutoConfiguration;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health follows a Redis that goes and comes back.
 */
class DelayHealthOnRedisTests {

	@Test
	void theHealthIsDownWhileRedisIsAway() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(DelayAutoConfiguration.class,
						DelayHealthContributorAutoConfiguration.class, DataRedisAutoConfiguration.class,
						JacksonAutoConfiguration.class))
				.withPropertyValues("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port(),
						"spring.data.redis.timeout=2s")
				.withBean(Listener.class)
				.run((context) -> {
					DelayHealthIndicator indicator = context.getBean(DelayHealthIndicator.class);
					awaitStatus(indicator, Status.UP);
					redis.stop();
					Health down = indicator.health();
					assertThat(down.getStatus()).isEqualTo(Status.DOWN);
					assertThat(down.getDetails()).containsKeys("error", "listeners");
					redis.restart();
					awaitStatus(indicator, Status.UP);
				});
		}
	}

	private static void awaitStatus(DelayHealthIndicator indicator, Status status) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> indicator.health().getStatus(), (current) -> current.equals(status));
	}

	static class Listener {

		@DelayListener(topic = "orders")
		void handle(String order) {
		}

	}

}
