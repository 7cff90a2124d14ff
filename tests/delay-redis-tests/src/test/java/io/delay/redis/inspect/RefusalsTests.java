// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.redis.Instance;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A probe that asks what Redis refuses leaves no trace in it.
 */
class RefusalsTests {

	@Test
	void aServerThatRefusesNothingCountsNoErrors() {
		try (EmbeddedRedis redis = EmbeddedRedis.start();
				RedisSpace space = RedisSpace.of(redis);
				Instance instance = Instance.named("instance").on(redis.port(), space.namespace())) {
			RedisJobStoreInspector inspector = new RedisJobStoreInspector(space.connections(), space.options());
			instance.template().submit("orders", "payload", Duration.ZERO);
			assertThat(inspector.refusals()).isEmpty();
			Map<String, String> before = errors(space.template());
			Long keys = keys(space.template());
			for (int i = 0; i < 10; i++) {
				assertThat(inspector.refusals()).isEmpty();
			}
			assertThat(errors(space.template())).isEqualTo(before);
			assertThat(keys(space.template())).isEqualTo(keys);
		}
	}

	private static Long keys(StringRedisTemplate template) {
		return template.execute((RedisCallback<Long>) (connection) -> connection.serverCommands().dbSize());
	}

	// All counters of errors and of commands that failed.
	private static Map<String, String> errors(StringRedisTemplate template) {
		Properties info = template
			.execute((RedisCallback<Properties>) (connection) -> connection.serverCommands().info("all"));
		return info.stringPropertyNames()
			.stream()
			.filter((name) -> name.startsWith("errorstat_") || name.equals("total_error_replies")
					|| (name.startsWith("cmdstat_") && !info.getProperty(name).contains("failed_calls=0")))
			.collect(Collectors.toMap((name) -> name,
					(name) -> info.getProperty(name).replaceAll("calls=\\d+,usec=\\d+,usec_per_call=[\\d.]+,", "")));
	}

}
