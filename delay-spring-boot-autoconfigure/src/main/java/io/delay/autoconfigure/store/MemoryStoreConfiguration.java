// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.store.OnStoreCondition.StoreChoice;
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
		return new MemoryJobStore(properties.historySettings());
	}

}
