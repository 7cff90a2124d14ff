// SPDX-License-Identifier: Apache-2.0

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
				: new RedisConnectionsSource(beans, environment, properties.redis()).settings();
		throw new DelaySetupException(
				"Delay can store jobs in Redis and in a relational database: "
						+ "delay-redis and delay-jdbc are on the class path.",
				"Set delay.store.type=redis for the Redis of " + redis + ", "
						+ "or delay.store.type=jdbc for the database of spring.datasource.*, "
						+ "or remove one of the two modules. "
						+ "For a move by delay.move.from, set the store to which jobs are moved.");
	}

}
