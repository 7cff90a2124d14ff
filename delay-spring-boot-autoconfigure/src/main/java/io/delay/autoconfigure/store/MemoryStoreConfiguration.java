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

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.properties.HistorySettingsMapper;
import io.delay.store.JobStore;
import io.delay.store.memory.MemoryJobStore;

/**
 * Configuration for the in-memory store, which must be chosen explicitly.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore(StoreChoice.MEMORY)
@ConditionalOnMissingBean(JobStore.class)
class MemoryStoreConfiguration {

	// The bean is also an inspector and an administrator. Beans that the application
	// defines take precedence over this fallback.
	@Bean
	@Fallback
	MemoryJobStore delayJobStore(DelayProperties properties) {
		return new MemoryJobStore(new HistorySettingsMapper(properties).settings());
	}

}
