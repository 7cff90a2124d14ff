// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Chooses the store. {@code delay.store.type} decides. Without this property, the only
 * store whose module is on the class path is chosen. If both modules are there, the
 * connection factory or the data source of the application decides.
 */
final class OnStoreCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final String TYPE = "delay.store.type";

	private static final String REDIS = "io.delay.redis.RedisJobStore";

	private static final String LETTUCE = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

	private static final String REDIS_CONNECTIONS = "io.delay.redis.RedisConnections";

	private static final String CONNECTION_FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

	private static final String JDBC = "io.delay.jdbc.JdbcJobStore";

	private static final String SPRING_JDBC = "org.springframework.jdbc.datasource.DataSourceUtils";

	private static final String DATABASE = "io.delay.jdbc.JdbcDatabase";

	private static final String DATA_SOURCE = "javax.sql.DataSource";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Map<String, @Nullable Object> attributes = Objects
			.requireNonNull(metadata.getAnnotationAttributes(ConditionalOnStore.class.getName()));
		String type = context.getEnvironment().getProperty(TYPE);
		String choice = (type != null && !type.isBlank()) ? type.strip() : choose(context).name();
		boolean matches = choice.equalsIgnoreCase(String.valueOf(attributes.get("value")));
		return new ConditionOutcome(matches, "the store is " + choice);
	}

	private static StoreChoice choose(ConditionContext context) {
		boolean isRedisPresent = isPresent(context, REDIS) && isPresent(context, LETTUCE);
		boolean isJdbcPresent = isPresent(context, JDBC) && isPresent(context, SPRING_JDBC);
		if (!isRedisPresent || !isJdbcPresent) {
			return isJdbcPresent ? StoreChoice.JDBC : StoreChoice.REDIS;
		}
		boolean isRedisDefined = isDefined(context, REDIS_CONNECTIONS) || isDefined(context, CONNECTION_FACTORY);
		boolean isDatabaseDefined = isDefined(context, DATABASE) || isDefined(context, DATA_SOURCE);
		if (isRedisDefined && isDatabaseDefined) {
			return StoreChoice.SEVERAL;
		}
		return isDatabaseDefined ? StoreChoice.JDBC : StoreChoice.REDIS;
	}

	private static boolean isPresent(ConditionContext context, String type) {
		return ClassUtils.isPresent(type, context.getClassLoader());
	}

	private static boolean isDefined(ConditionContext context, String type) {
		ListableBeanFactory beanFactory = Objects.requireNonNull(context.getBeanFactory(),
				"The condition must be evaluated when beans are registered");
		Class<?> beanType = ClassUtils.resolveClassName(type, context.getClassLoader());
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, beanType, true, false).length > 0;
	}

	/**
	 * The stores between which the application chooses by its settings, its class path
	 * and its beans.
	 */
	enum StoreChoice {

		REDIS, JDBC, MEMORY,

		/**
		 * No choice, because Redis and a database are possible.
		 */
		SEVERAL

	}

}
