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
