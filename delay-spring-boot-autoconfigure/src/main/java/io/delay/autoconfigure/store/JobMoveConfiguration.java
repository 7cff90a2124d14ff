// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.datasource.DataSourceUtils;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.store.JobMoveAtStart.JobMoveSource;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.move.MoveStore;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisTopicMove;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * Configuration for a move of jobs from another store to that of the application.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("delay.move.from")
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

	/**
	 * Configuration for the store on Redis from which jobs are moved.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "delay.move.from", havingValue = "redis")
	@ConditionalOnClass({ RedisJobStore.class, LettuceConnectionFactory.class })
	static class FromRedis {

		@Bean
		JobMoveSource delayJobMoveSource(ObjectProvider<RedisConnections> connections,
				ObjectProvider<RedisJobStoreOptions> options, DelayProperties properties,
				ConfigurableListableBeanFactory beans, ConfigurableEnvironment environment) {
			return () -> {
				RedisConnections given = connections.getIfUnique();
				RedisConnections used = (given != null) ? given
						: new RedisConnectionsSource(beans, environment, properties.redis()).open();
				return open(used, options.getIfUnique(() -> RedisStoreConfiguration.options(properties)),
						given == null);
			};
		}

		private static JobMoveSource.Opened open(RedisConnections connections, RedisJobStoreOptions options,
				boolean isOwned) {
			RedisJobStore store = new RedisJobStore(connections, options);
			MoveStore source = new MoveStore("Redis", store, new RedisJobStoreInspector(connections, options),
					new RedisJobStoreAdministrator(connections, options),
					new RedisTopicMove(connections, options)::close);
			return new JobMoveSource.Opened(source, () -> {
				store.close();
				if (isOwned) {
					connections.close();
				}
			});
		}

	}

	/**
	 * Configuration for the store in a relational database from which jobs are moved.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnProperty(name = "delay.move.from", havingValue = "jdbc")
	@ConditionalOnClass({ JdbcJobStore.class, DataSourceUtils.class })
	static class FromDatabase {

		@Bean
		JobMoveSource delayJobMoveSource(ObjectProvider<JdbcDatabase> databases, ObjectProvider<DataSource> dataSources,
				ObjectProvider<JdbcJobStoreOptions> options, DelayProperties properties) {
			return () -> {
				JdbcDatabase given = databases.getIfUnique();
				JdbcDatabase used = (given != null) ? given : JdbcStoreConfiguration.database(dataSources,
						options.getIfUnique(() -> JdbcStoreConfiguration.options(properties)));
				return open(used, given == null);
			};
		}

		private static JobMoveSource.Opened open(JdbcDatabase database, boolean isOwned) {
			MoveStore source = new MoveStore("the database", new JdbcJobStore(database),
					new JdbcJobStoreInspector(database), new JdbcJobStoreAdministrator(database));
			return new JobMoveSource.Opened(source, () -> {
				if (isOwned) {
					database.close();
				}
			});
		}

	}

}
