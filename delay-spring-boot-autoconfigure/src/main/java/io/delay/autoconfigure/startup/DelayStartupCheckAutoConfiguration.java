// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

import io.delay.autoconfigure.ApplicationName;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.OnBackgroundThreadsCondition;
import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.properties.DelayProperties.StartupCheckMode;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcSchema;
import io.delay.jdbc.JdbcServerCheck;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisServerCheck;
import io.delay.redis.RedisTopicCheck;
import io.delay.store.admin.JobStoreInspector;

/**
 * Auto-configuration for the start-up check, which finds configuration problems before
 * they cause harm. A child context checks only its own listeners.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayAutoConfiguration.class)
@Conditional({ OnDelayEnabledCondition.class, DelayStartupCheckAutoConfiguration.OnStartupCheckCondition.class,
		OnBackgroundThreadsCondition.class })
@ConditionalOnBean(JobStoreInspector.class)
public final class DelayStartupCheckAutoConfiguration {

	@Bean
	StartupCheck delayStartupCheck(ApplicationContext context, DelayProperties properties) {
		return new StartupCheck(context.getBeansOfType(StartupInspection.class).values(), properties.startupCheck());
	}

	@Bean
	ListenerTermsInspection delayListenerTermsInspection(ApplicationContext context, JobStoreInspector inspector,
			Environment environment) {
		return new ListenerTermsInspection(context.getBeansOfType(DelayListenerRegistry.class).values(), inspector,
				ApplicationName.of(environment));
	}

	@Bean
	StartupInspection delayShortTtrInspection(ApplicationContext context) {
		return ListenerInspections.shortTtrs(context.getBeansOfType(DelayListenerRegistry.class).values());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ RedisJobStore.class, RedisServerCheck.class, RedisTopicCheck.class })
	@ConditionalOnBean(value = { RedisJobStore.class, RedisConnections.class, RedisJobStoreOptions.class },
			search = SearchStrategy.CURRENT)
	static class OnRedis {

		@Bean
		StartupInspection delayRedisServerInspection(RedisConnections connections, RedisJobStoreOptions options) {
			RedisServerCheck check = new RedisServerCheck(connections, options);
			return () -> StartupFinding.all(check.findings(), true);
		}

		@Bean
		StartupInspection delayRedisTopicInspection(ApplicationContext context, RedisConnections connections,
				RedisJobStoreOptions options) {
			RedisTopicCheck check = new RedisTopicCheck(connections, options);
			Collection<DelayListenerRegistry> registries = context.getBeansOfType(DelayListenerRegistry.class).values();
			return () -> StartupFinding.all(check.findings(new TreeSet<>(ListenerRegistries.topics(registries))), true);
		}

		@Bean
		StartupInspection delayRateLimitInspection(ApplicationContext context, RedisJobStoreOptions options) {
			return ListenerInspections.rateLimits(context.getBeansOfType(DelayListenerRegistry.class).values(),
					options::partitions);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ JdbcJobStore.class, JdbcSchema.class, JdbcServerCheck.class })
	@ConditionalOnBean(value = { JdbcJobStore.class, JdbcDatabase.class }, search = SearchStrategy.CURRENT)
	static class OnJdbc {

		@Bean
		StartupInspection delayJdbcSchemaInspection(JdbcDatabase database) {
			JdbcSchema schema = new JdbcSchema(database);
			// Finds something only if the database could not be reached before
			return () -> StartupFinding.all(schema.problems()
				.stream()
				.map((problem) -> problem + ". " + DelaySetupException.TABLES_REMEDY)
				.toList(), true);
		}

		@Bean
		StartupInspection delayJdbcServerInspection(JdbcDatabase database) {
			JdbcServerCheck check = new JdbcServerCheck(database);
			// Long transactions end at some time
			return () -> Stream
				.concat(StartupFinding.all(check.settings(), true).stream(),
						StartupFinding.all(check.longTransactions(), false).stream())
				.toList();
		}

		@Configuration(proxyBeanMethods = false)
		@ConditionalOnClass(HikariDataSource.class)
		static class Pooled {

			@Bean
			JdbcPoolInspection delayJdbcPoolInspection(ApplicationContext context, JdbcDatabase database) {
				return new JdbcPoolInspection(database, context.getBeansOfType(DelayListenerRegistry.class).values());
			}

		}

	}

	/**
	 * Matches unless {@code delay.startup-check} is {@code off}. YAML reads {@code off}
	 * as a boolean, which Boot's own condition would not recognize.
	 */
	static final class OnStartupCheckCondition extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			StartupCheckMode mode = Binder.get(context.getEnvironment())
				.bind("delay.startup-check", StartupCheckMode.class)
				.orElse(StartupCheckMode.WARN);
			return new ConditionOutcome(mode != StartupCheckMode.OFF, "delay.startup-check is " + mode);
		}

	}

}
