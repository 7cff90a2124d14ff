// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Starts a Redis for the sample, unless the user has configured one.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(NoRedisConfigured.class)
class EmbeddedRedisConfiguration {

	@Bean(destroyMethod = "close")
	static EmbeddedRedis embeddedRedis() {
		return EmbeddedRedis.start();
	}

	@Bean
	static EmbeddedRedisAddress embeddedRedisAddress() {
		return new EmbeddedRedisAddress();
	}

}
