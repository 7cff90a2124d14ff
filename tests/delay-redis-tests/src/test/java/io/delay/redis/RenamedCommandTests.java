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

package io.delay.redis;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

import io.delay.listener.support.StoreFailures;
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
	void disabledCommandIsReportedWithItsRemedyAndIsNoTemporaryFailure() {
		DataAccessException failure = catchThrowableOfType(DataAccessException.class,
				() -> this.instance.template().submit("orders", "payload", Duration.ZERO));
		assertThat(failure).hasMessageContaining("EVALSHA")
			.hasMessageContaining("Remove the rename-command")
			.hasMessageNotContaining("with args");
		assertThat(StoreFailures.isTemporary(failure)).isFalse();
	}

}
