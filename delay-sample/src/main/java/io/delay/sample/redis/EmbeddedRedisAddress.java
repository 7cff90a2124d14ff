// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import java.util.Map;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Sets the address of the embedded Redis before Spring Boot reads it.
 */
class EmbeddedRedisAddress implements BeanFactoryPostProcessor {

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		EmbeddedRedis redis = beanFactory.getBean(EmbeddedRedis.class);
		beanFactory.getBean(ConfigurableEnvironment.class)
			.getPropertySources()
			.addLast(new MapPropertySource("embeddedRedis",
					Map.of("spring.data.redis.host", EmbeddedRedis.HOST, "spring.data.redis.port", redis.port())));
	}

}
