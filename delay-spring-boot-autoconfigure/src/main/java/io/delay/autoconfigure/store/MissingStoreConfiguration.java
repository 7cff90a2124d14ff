// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
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

}
