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

package io.delay.autoconfigure.recipe;

import java.util.UUID;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.test.redis.RedisForTests;

/**
 * Runs an application on a real Redis, and deletes what it has stored.
 */
final class RedisApplication {

	private final String namespace = "test-" + UUID.randomUUID();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.host=" + RedisForTests.shared().host(),
				"spring.data.redis.port=" + RedisForTests.shared().port(), "delay.namespace=" + this.namespace);

	void run(ContextConsumer<AssertableApplicationContext> test, Class<?>... beans) {
		ApplicationContextRunner application = this.runner;
		for (Class<?> bean : beans) {
			application = application.withBean(bean);
		}
		try {
			application.run(test);
		}
		finally {
			this.runner.withPropertyValues("delay.enabled=false")
				.run((context) -> deleteKeys(context.getBean(StringRedisTemplate.class)));
		}
	}

	private void deleteKeys(StringRedisTemplate redis) {
		ScanOptions options = ScanOptions.scanOptions().match("*" + this.namespace + "*").build();
		try (Cursor<String> keys = redis.scan(options)) {
			redis.delete(keys.stream().toList());
		}
	}

}
