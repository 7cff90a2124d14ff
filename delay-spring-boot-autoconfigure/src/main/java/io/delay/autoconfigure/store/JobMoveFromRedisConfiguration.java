// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.move.MoveStore;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.redis.RedisTopicMove;

/**
 * Configuration for the store on Redis from which jobs are moved.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "delay.move.from", havingValue = "redis")
@ConditionalOnClass({ RedisJobStore.class, LettuceConnectionFactory.class })
class JobMoveFromRedisConfiguration {

	@Bean
	JobMoveSource delayJobMoveSource(ObjectProvider<RedisConnections> connections,
			ObjectProvider<RedisJobStoreOptions> options, DelayProperties properties,
			ConfigurableListableBeanFactory beans, ConfigurableEnvironment environment) {
		return () -> {
			RedisConnections given = connections.getIfUnique();
			RedisConnections used = (given != null) ? given
					: new RedisConnectionsSource(beans, environment, properties.redis()).open();
			return open(used, options.getIfUnique(() -> RedisStoreConfiguration.options(properties)), given == null);
		};
	}

	private static JobMoveSource.Opened open(RedisConnections connections, RedisJobStoreOptions options,
			boolean isOwned) {
		RedisJobStore store = new RedisJobStore(connections, options);
		MoveStore source = new MoveStore("Redis", store, new RedisJobStoreInspector(connections, options),
				new RedisJobStoreAdministrator(connections, options), new RedisTopicMove(connections, options)::close);
		return new JobMoveSource.Opened(source, () -> {
			store.close();
			if (isOwned) {
				connections.close();
			}
		});
	}

}
