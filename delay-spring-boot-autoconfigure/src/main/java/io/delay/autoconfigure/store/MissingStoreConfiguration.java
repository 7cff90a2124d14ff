// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.store.OnStoreCondition.StoreChoice;
import io.delay.redis.RedisConnections;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreInspector;

/**
 * Makes start-up fail if there is no store, because Delay never falls back to memory by
 * itself.
 */
@Configuration(proxyBeanMethods = false)
class MissingStoreConfiguration {

	// The properties are injected so that an invalid store type is reported first
	@Bean
	@ConditionalOnMissingBean
	JobStore delayJobStore(DelayProperties properties) {
		if (properties.store().type() == DelayProperties.StoreType.JDBC) {
			throw new DelaySetupException(
					"delay.store.type is jdbc, but the artifact delay-jdbc or spring-jdbc is not on the class path.",
					"Add io.delay:delay-spring-boot-starter-jdbc, which comes with both, or set another "
							+ "delay.store.type.");
		}
		throw new DelaySetupException("There is no store for delayed jobs.",
				"Add delay-redis and spring-boot-starter-data-redis (both come with delay-spring-boot-starter), "
						+ "or delay-jdbc and spring-boot-starter-jdbc (both come with delay-spring-boot-starter-jdbc), "
						+ "set delay.store.type=memory for tests and demos, or define a JobStore bean.");
	}

	@Bean
	@ConditionalOnMissingBean
	JobStoreInspector delayJobStoreInspector() {
		throw new DelaySetupException("The application defines its own JobStore and no JobStoreInspector.",
				"Define a JobStoreInspector bean that reads the same store. "
						+ "If the class of the JobStore implements JobStoreInspector, "
						+ "declare that class as the return type of the @Bean method.");
	}

	/**
	 * Makes start-up fail if jobs could be stored in Redis and in a database, because a
	 * wrong guess would hide the jobs that exist.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnStore(StoreChoice.SEVERAL)
	static class SeveralStores {

		@Bean
		@ConditionalOnMissingBean
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

}
