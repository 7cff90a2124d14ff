// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.boot3;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

import io.delay.actuate.DelayHealthCheck;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.store.admin.JobStoreInspector;

/**
 * Auto-configuration for {@link DelayHealthIndicator} on Spring Boot 3.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayAutoConfiguration.class)
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@Conditional(OnDelayEnabledCondition.class)
@ConditionalOnBean(JobStoreInspector.class)
@ConditionalOnEnabledHealthIndicator("delay")
public final class DelayHealthContributorAutoConfiguration {

	// A child context needs its own indicator, which also shows the listeners of its
	// parents
	@Bean
	@ConditionalOnMissingBean(name = { "delayHealthIndicator", "delayHealthContributor" },
			search = SearchStrategy.CURRENT)
	DelayHealthIndicator delayHealthIndicator(JobStoreInspector inspector, DelayProperties properties,
			ApplicationContext context) {
		return new DelayHealthIndicator(
				new DelayHealthCheck(inspector, ListenerRegistries.of(context), properties.health().maxReadyAge()));
	}

}
