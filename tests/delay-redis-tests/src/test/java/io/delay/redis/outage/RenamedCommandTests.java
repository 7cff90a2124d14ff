// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.outage;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

import io.delay.listener.support.StoreFailures;
import io.delay.redis.Instance;
import io.delay.redis.RedisSpace;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests a server on which a command that Delay needs is disabled.
 */
class RenamedCommandTests {

	private final EmbeddedRedis redis = EmbeddedRedis.start("rename-command EVALSHA \"\"");

	private final RedisSpace space = RedisSpace.of(this.redis);

	private final Instance instance = Instance.named("instance").on(this.redis.port(), this.space.namespace());

	@AfterEach
	void close() {
		this.instance.close();
		this.space.close();
		this.redis.close();
	}

	@Test
	void disabledCommandIsAPermanentFailureWithARemedy() {
		DataAccessException failure = catchThrowableOfType(DataAccessException.class,
				() -> this.instance.template().submit("orders", "payload", Duration.ZERO));
		assertThat(failure).hasMessageContaining("EVALSHA")
			.hasMessageContaining("Remove the rename-command")
			.hasMessageNotContaining("with args");
		assertThat(StoreFailures.isTemporary(failure)).isFalse();
	}

}
