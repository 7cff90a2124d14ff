// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.List;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.properties.RedisProperties;
import io.delay.autoconfigure.store.OnStoreCondition.StoreChoice;
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
 * Configuration for the store on Redis, unless the application defines its own
 * {@link JobStore}.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ RedisJobStore.class, LettuceConnectionFactory.class })
@ConditionalOnStore(StoreChoice.REDIS)
@ConditionalOnMissingBean(JobStore.class)
class RedisStoreConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RedisJobStoreOptions delayRedisJobStoreOptions(DelayProperties properties) {
		return options(properties);
	}

	static RedisJobStoreOptions options(DelayProperties properties) {
		RedisProperties redis = properties.redis();
		return new RedisJobStoreOptions(properties.namespace(), redis.partitions(),
				properties.forTopics(DelayProperties.Topic::partitions))
			.withWaitReplicas(redis.waitReplicas(), redis.waitReplicasTimeout())
			.withHistory(properties.historySettings());
	}

	@Bean
	@ConditionalOnMissingBean
	RedisConnections delayRedisConnections(ConfigurableListableBeanFactory beans, ConfigurableEnvironment environment,
			DelayProperties properties) {
		return new RedisConnectionsSource(beans, environment, properties.redis()).open();
	}

	@Bean
	RedisJobStore delayJobStore(RedisConnections connections, RedisJobStoreOptions options) {
		return new RedisJobStore(connections, options);
	}

	@Bean
	@ConditionalOnMissingBean(JobStoreInspector.class)
	RedisJobStoreInspector delayJobStoreInspector(RedisConnections connections, RedisJobStoreOptions options) {
		return new RedisJobStoreInspector(connections, options);
	}

	@Bean
	@ConditionalOnMissingBean(JobStoreAdministrator.class)
	RedisJobStoreAdministrator delayJobStoreAdministrator(RedisConnections connections, RedisJobStoreOptions options) {
		return new RedisJobStoreAdministrator(connections, options);
	}

	@Bean
	TopicMoveAtStart delayTopicMoveAtStart(RedisConnections connections, RedisJobStoreOptions options,
			DelayProperties properties) {
		return new TopicMoveAtStart(new RedisTopicMove(connections, options), properties.redis().moveTopics());
	}

	@Bean
	static LazyInitializationExcludeFilter delayTopicMoveLazyInitializationExcludeFilter() {
		return LazyInitializationExcludeFilter.forBeanTypes(TopicMoveAtStart.class);
	}

	/**
	 * Moves topics to another number of partitions when the application starts, before
	 * any other component can use them.
	 */
	static final class TopicMoveAtStart implements SmartLifecycle {

		private final RedisTopicMove move;

		private final List<String> topics;

		private volatile boolean running;

		TopicMoveAtStart(RedisTopicMove move, List<String> topics) {
			this.move = move;
			this.topics = topics;
		}

		@Override
		public void start() {
			this.topics.forEach(this.move::move);
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return Integer.MIN_VALUE;
		}

	}

}
