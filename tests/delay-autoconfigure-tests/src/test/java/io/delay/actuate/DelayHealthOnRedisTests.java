// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.actuate.DelayHealth.Status;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health follows a Redis that goes and comes back.
 */
class DelayHealthOnRedisTests {

	@Test
	void healthIsDownWhileRedisIsUnreachable() {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			new ApplicationContextRunner()
				.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class))
				.withPropertyValues("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port(),
						"spring.data.redis.timeout=2s")
				.withBean(Listener.class)
				.run((context) -> {
					DelayHealthCheck check = new DelayHealthCheck(context.getBean(JobStoreInspector.class),
							ListenerRegistries.of(context), null);
					awaitStatus(check, Status.UP);
					redis.stop();
					DelayHealth down = check.check();
					assertThat(down.status()).isEqualTo(Status.DOWN);
					assertThat(down.failure()).isNotNull();
					assertThat(down.details()).containsKey("listeners");
					redis.restart();
					awaitStatus(check, Status.UP);
				});
		}
	}

	private static void awaitStatus(DelayHealthCheck check, Status status) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> check.check().status(), (current) -> current.equals(status));
	}

	static class Listener {

		@DelayListener(topic = "orders")
		void handle(String order) {
		}

	}

}
