// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;
import java.time.InstantSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.properties.ForeignVariablesBindHandler;
import io.delay.autoconfigure.properties.UnknownKeysCheck;
import io.delay.autoconfigure.store.StoreConfiguration;
import io.delay.converter.PayloadConverter;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;
import io.delay.template.JobIdGenerator;

/**
 * Auto-configuration for delayed jobs. Every bean backs off if the application defines
 * its own.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = { "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
		"org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
		"org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
		"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
		"org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration",
		"org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration" })
@Conditional(OnDelayEnabledCondition.class)
@EnableConfigurationProperties(DelayProperties.class)
@Import({ StoreConfiguration.class, PayloadConverterConfiguration.class, ListenerConfiguration.class,
		SubmitConfiguration.class, CurrentOperatorConfiguration.class, AdminConfiguration.class })
public final class DelayAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(DelayOperations.class)
	DelayTemplate delayTemplate(JobStore store, JobStoreInspector inspector, PayloadConverter converter,
			DelayProperties properties, ObjectProvider<JobIdGenerator> idGenerators, ObservationComponents observation,
			ObjectProvider<ConsumerCheck> consumerChecks) {
		return new DelayTemplate(store, inspector, converter, properties.templateOptions(idGenerator(idGenerators))
			.withObservations(observation.submits(consumerChecks.getIfAvailable())));
	}

	@Bean
	@Conditional(OnBackgroundThreadsCondition.class)
	@ConditionalOnMissingBean
	ConsumerCheck delayConsumerCheck(JobStoreInspector inspector, ApplicationContext context) {
		return new ConsumerCheck(inspector, () -> ListenerRegistries.topics(ListenerRegistries.of(context)),
				Duration.ofMinutes(1));
	}

	@Bean
	ObservationComponents delayObservationParts(BeanFactory beanFactory, DelayProperties properties) {
		return new ObservationComponents(beanFactory, properties);
	}

	@Bean
	static UnknownKeysCheck delayUnknownKeysCheck(Environment environment) {
		return new UnknownKeysCheck(environment);
	}

	@Bean
	static ConfigurationPropertiesBindHandlerAdvisor delayForeignVariablesBindHandlerAdvisor() {
		return ForeignVariablesBindHandler::new;
	}

	private static JobIdGenerator idGenerator(ObjectProvider<JobIdGenerator> candidates) {
		try {
			return candidates.getIfAvailable(() -> JobIdGenerator.timeOrdered(InstantSource.system()));
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw DelaySetupException.ofCandidates(JobIdGenerator.class, "Mark one as @Primary.", ex);
		}
	}

}
