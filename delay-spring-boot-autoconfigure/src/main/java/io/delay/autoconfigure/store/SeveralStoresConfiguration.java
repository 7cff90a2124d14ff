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

package io.delay.autoconfigure.store;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.redis.RedisConnections;
import io.delay.store.JobStore;

/**
 * Makes start-up fail if jobs could be stored in Redis and in a database, because a wrong
 * guess would hide the jobs that exist.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore(StoreChoice.SEVERAL)
@ConditionalOnMissingBean(JobStore.class)
class SeveralStoresConfiguration {

	@Bean
	JobStore delayJobStore(ConfigurableListableBeanFactory beans, ConfigurableEnvironment environment,
			DelayProperties properties) {
		boolean hasBean = beans.getBeanNamesForType(RedisConnections.class, true, false).length > 0;
		String redis = hasBean ? "the RedisConnections bean"
				: new RedisConnectionsSource(beans, environment, properties.getRedis()).settings();
		throw new DelaySetupException(
				"Delay can store jobs in Redis and in a relational database: "
						+ "delay-redis and delay-jdbc are on the class path.",
				"Set delay.store.type=redis for the Redis of " + redis + ", "
						+ "or delay.store.type=jdbc for the database of spring.datasource.*, "
						+ "or remove one of the two modules. "
						+ "For a move by delay.move.from, set the store to which jobs are moved.");
	}

}
