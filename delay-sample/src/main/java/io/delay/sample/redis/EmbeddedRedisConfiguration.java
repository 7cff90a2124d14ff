// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import java.util.Map;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Starts a Redis for the sample, unless the user has configured one.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedRedisConfiguration.NoRedisConfigured.class)
class EmbeddedRedisConfiguration {

	@Bean(destroyMethod = "close")
	static EmbeddedRedis embeddedRedis() {
		return EmbeddedRedis.start();
	}

	@Bean
	static EmbeddedRedisAddress embeddedRedisAddress() {
		return new EmbeddedRedisAddress();
	}

	/**
	 * Matches if no Redis address is configured.
	 */
	static class NoRedisConfigured implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return !RedisAddressProperties.ofAnyServer(context.getEnvironment());
		}

	}

	/**
	 * Sets the address of the embedded Redis before Spring Boot reads it.
	 */
	static class EmbeddedRedisAddress implements BeanFactoryPostProcessor {

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
			EmbeddedRedis redis = beanFactory.getBean(EmbeddedRedis.class);
			beanFactory.getBean(ConfigurableEnvironment.class)
				.getPropertySources()
				.addLast(new MapPropertySource("embeddedRedis",
						Map.of("spring.data.redis.host", EmbeddedRedis.HOST, "spring.data.redis.port", redis.port())));
		}

	}

}
