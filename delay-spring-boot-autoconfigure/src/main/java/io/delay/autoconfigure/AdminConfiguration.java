// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.Collection;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import io.delay.admin.CurrentOperator;
import io.delay.admin.DelayAdmin;
import io.delay.admin.DelayAdminOperations;
import io.delay.admin.DelayAdminOptions;
import io.delay.admin.PausedTopicWatch;
import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.retention.FailedJobRetention;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * Configuration for the administration of jobs, if the store supports it.
 */
@Configuration(proxyBeanMethods = false)
class AdminConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(JobStoreAdministrator.class)
	static class Administrated {

		@Bean
		@ConditionalOnMissingBean(DelayAdminOperations.class)
		DelayAdmin delayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator,
				ObjectProvider<CurrentOperator> currentOperators, DelayEventPublisher events,
				DelayProperties properties, Environment environment) {
			return new DelayAdmin(store, inspector, administrator,
					DelayAdminOptions.defaults()
						.withApplication(ApplicationName.of(environment))
						.withCurrentOperator(currentOperator(currentOperators))
						.withEvents(events::publish)
						.withMaxPayloadSize(properties.job().maxPayloadSize()));
		}

		private static CurrentOperator currentOperator(ObjectProvider<CurrentOperator> candidates) {
			try {
				return candidates.getIfAvailable(CurrentOperator::unknown);
			}
			catch (NoUniqueBeanDefinitionException ex) {
				throw DelaySetupException.ofCandidates(CurrentOperator.class, "Mark one as @Primary.", ex);
			}
		}

		// A child context needs its own bean for its listeners
		@Bean
		@Conditional(OnBackgroundThreadsCondition.class)
		@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
		PausedTopicWatch delayPausedTopicWatch(JobStoreInspector inspector, ApplicationContext context) {
			Collection<DelayListenerRegistry> registries = context.getBeansOfType(DelayListenerRegistry.class).values();
			return new PausedTopicWatch(inspector, () -> ListenerRegistries.topics(registries),
					(id) -> registries.stream().anyMatch((registry) -> registry.hasConsumer(id)));
		}

		@Bean
		static LazyInitializationExcludeFilter delayPausedTopicWatchLazyInitializationExcludeFilter() {
			return LazyInitializationExcludeFilter.forBeanTypes(PausedTopicWatch.class);
		}

		// A child context needs its own bean for its listeners
		@Bean
		@Conditional(OnBackgroundThreadsCondition.class)
		@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
		FailedJobRetention delayFailedJobRetention(JobStoreAdministrator administrator, DelayProperties properties,
				ApplicationContext context) {
			Collection<DelayListenerRegistry> registries = context.getBeansOfType(DelayListenerRegistry.class).values();
			return new FailedJobRetention(administrator, properties.retentionSettings(),
					() -> ListenerRegistries.topics(registries));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean({ JobStoreAdministrator.class, FailedJobRetention.class })
	static class NotAdministrated {

		@Bean
		InitializingBean delayMissingAdministratorCheck(DelayProperties properties) {
			return () -> {
				if (!properties.retentionSettings().isUnlimited()) {
					throw new DelaySetupException(
							"The application is configured to drop failed jobs, but it defines its own JobStore "
									+ "and no JobStoreAdministrator.",
							"Define a JobStoreAdministrator bean that works on the same store, "
									+ "or remove delay.failed and the settings failed.* under delay.topics. "
									+ "If the class of the JobStore implements JobStoreAdministrator, "
									+ "declare that class as the return type of the @Bean method.");
				}
			};
		}

	}

}
