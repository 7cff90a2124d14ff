// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.move.MoveStore;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * Configuration for a move of jobs from another store to that of the application.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("delay.move.from")
@Import({ JobMoveFromRedisConfiguration.class, JobMoveFromDatabaseConfiguration.class })
class JobMoveConfiguration {

	@Bean
	JobMoveAtStart delayJobMoveAtStart(DelayProperties properties, Environment environment,
			ObjectProvider<JobMoveSource> sources, ObjectProvider<JobStore> stores,
			ObjectProvider<JobStoreInspector> inspectors, ObjectProvider<JobStoreAdministrator> administrators) {
		return new JobMoveAtStart(properties.move(), environment.getProperty("delay.store.type"), sources,
				() -> new MoveStore("the store of this application", stores.getObject(), inspectors.getObject(),
						administrators.getObject()));
	}

	@Bean
	static LazyInitializationExcludeFilter delayJobMoveLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(JobMoveAtStart.class);
	}

}
