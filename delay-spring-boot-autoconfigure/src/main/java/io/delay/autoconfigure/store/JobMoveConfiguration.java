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
		return new JobMoveAtStart(properties.getMove(), environment.getProperty("delay.store.type"), sources,
				() -> new MoveStore("the store of this application", stores.getObject(), inspectors.getObject(),
						administrators.getObject()));
	}

	@Bean
	static LazyInitializationExcludeFilter delayJobMoveLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(JobMoveAtStart.class);
	}

}
