// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.RedisProperties;
import io.delay.redis.RedisConnections;

/**
 * Opens the connections to the Redis of {@code delay.redis}, or else to that of the
 * application. If its connection factory is not of Lettuce, Spring Boot's
 * auto-configuration creates one in a context of its own, so that the beans of the
 * application stay as they are. Delay reads only the configuration of this factory.
 */
final class RedisConnectionsSource {

	private static final Log logger = LogFactory.getLog(RedisConnectionsSource.class);

	private static final String SPRING = "spring.data.redis.";

	private static final Pattern DATABASE_OF_URL = Pattern.compile("[^:/]*://[^/]*/(\\d{1,9})(?:[?#].*)?");

	private static final Set<String> ADDRESSES = Set.of(SPRING + "url", SPRING + "host", SPRING + "sentinel.master",
			SPRING + "sentinel.nodes", SPRING + "cluster.nodes");

	private static final List<String> AUTO_CONFIGURATIONS = List.of(
			"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
			"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration");

	private static final List<String> CONNECTION_DETAILS = List.of(
			"org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails",
			"org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails");

	private final ConfigurableListableBeanFactory beans;

	private final ConfigurableEnvironment application;

	private final RedisProperties properties;

	RedisConnectionsSource(ConfigurableListableBeanFactory beans, ConfigurableEnvironment application,
			RedisProperties properties) {
		this.beans = beans;
		this.application = application;
		this.properties = properties;
	}

	RedisConnections open() {
		if (find("io.lettuce.core.RedisClient") == null) {
			throw new DelaySetupException("Delay needs the Lettuce driver, whichever driver the application uses.",
					"Add io.lettuce:lettuce-core to the class path.");
		}
		Map<String, Object> own = ownSettings();
		if (!own.isEmpty()) {
			if (own.keySet().stream().noneMatch(ADDRESSES::contains)) {
				throw DelaySetupException.ofProperty("delay.redis", new IllegalArgumentException(
						"There is no address. Set delay.redis.url, host, sentinel.* or cluster.nodes, too"));
			}
			return connections(own, false, settings());
		}
		RedisConnectionFactory factory = this.beans.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (factory instanceof LettuceConnectionFactory lettuce) {
			return new RedisConnections(lettuce, settings());
		}
		if (factory != null) {
			String settings = settings();
			logger.info("The connection factory of the application is a " + factory.getClass().getSimpleName()
					+ ". Delay opens its own connections with Lettuce to the Redis of " + settings
					+ ". If the jobs are in another Redis, set delay.redis.url");
			return connections(Map.of(), true, settings);
		}
		boolean several = this.beans.getBeanNamesForType(RedisConnectionFactory.class).length > 0;
		throw new DelaySetupException(
				several ? "The application has several Redis connection factories and none is primary."
						: "There is no Redis connection factory from which Delay can derive its connections.",
				several ? "Set delay.redis.url or host, mark one as @Primary, "
						+ "or define a RedisConnections bean that uses one of them."
						: "Add spring-boot-starter-data-redis and set spring.data.redis.* or delay.redis.*, "
								+ "or set delay.store.type=memory for tests and demos.");
	}

	private RedisConnections connections(Map<String, Object> settings, boolean ofApplication, String origin) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.setEnvironment(environment(settings, ofApplication));
			context.setClassLoader(classLoader());
			register(context, SslBundles.class);
			if (ofApplication) {
				connectionDetails().forEach((type) -> register(context, type));
			}
			AUTO_CONFIGURATIONS.stream().map(this::find).filter((type) -> type != null).forEach(context::register);
			context.refresh();
			return new RedisConnections(context.getBean(LettuceConnectionFactory.class), origin);
		}
	}

	private ConfigurableEnvironment environment(Map<String, Object> settings, boolean ofApplication) {
		ConfigurableEnvironment environment = new StandardEnvironment();
		MutablePropertySources sources = environment.getPropertySources();
		sources.stream().map((source) -> source.getName()).toList().forEach(sources::remove);
		Map<String, Object> all = new LinkedHashMap<>(settings);
		all.put(SPRING + "client-type", "lettuce");
		sources.addFirst(new MapPropertySource("delay.redis", all));
		if (ofApplication) {
			this.application.getPropertySources().forEach(sources::addLast);
		}
		return environment;
	}

	private <T> void register(AnnotationConfigApplicationContext context, Class<T> type) {
		T bean = this.beans.getBeanProvider(type).getIfAvailable();
		if (bean != null) {
			// Neither initialized nor closed again
			context.getBeanFactory().registerSingleton(type.getName(), bean);
		}
	}

	private @Nullable Class<?> find(String name) {
		return ClassUtils.isPresent(name, classLoader()) ? ClassUtils.resolveClassName(name, classLoader()) : null;
	}

	// Where the application sets the address of the jobs, for messages.
	String settings() {
		Map<String, Object> own = ownSettings();
		if (!own.isEmpty()) {
			return settings("delay.redis", own.containsKey(SPRING + "url"));
		}
		if (this.beans.getBeanProvider(RedisConnectionFactory.class)
			.getIfUnique() instanceof LettuceConnectionFactory) {
			String name = this.beans.resolveNamedBean(RedisConnectionFactory.class).getBeanName();
			return isOfSpringBoot(name) ? settingsOfDetails() : "the connection factory bean '" + name + "'";
		}
		return settingsOfDetails();
	}

	private boolean isOfSpringBoot(String name) {
		return this.beans.containsBeanDefinition(name)
				&& String.valueOf(this.beans.getMergedBeanDefinition(name).getFactoryBeanName())
					.startsWith("org.springframework.boot.");
	}

	// The connection details of a container or of Docker Compose replace the properties.
	private String settingsOfDetails() {
		for (Class<?> type : connectionDetails()) {
			for (String name : this.beans.getBeanNamesForType(type, true, false)) {
				if (!isOfSpringBoot(name)) {
					return "the connection details bean '" + name + "'";
				}
			}
		}
		return settings("spring.data.redis", this.application.containsProperty(SPRING + "url"));
	}

	private static String settings(String prefix, boolean hasUrl) {
		return hasUrl ? prefix + ".url" : prefix;
	}

	private List<Class<?>> connectionDetails() {
		List<Class<?>> types = new ArrayList<>();
		for (String name : CONNECTION_DETAILS) {
			Class<?> type = find(name);
			if (type != null) {
				types.add(type);
			}
		}
		return types;
	}

	private static @Nullable ClassLoader classLoader() {
		return ClassUtils.getDefaultClassLoader();
	}

	private Map<String, Object> ownSettings() {
		Map<String, Object> settings = new LinkedHashMap<>();
		RedisProperties redis = this.properties;
		put(settings, "url", redis.url());
		put(settings, "host", redis.host());
		put(settings, "port", redis.port());
		put(settings, "username", redis.username());
		put(settings, "password", redis.password());
		put(settings, "database", database(redis));
		put(settings, "connect-timeout", redis.connectTimeout());
		put(settings, "timeout", redis.timeout());
		put(settings, "ssl.enabled", redis.ssl().enabled());
		put(settings, "ssl.bundle", redis.ssl().bundle());
		put(settings, "sentinel.master", redis.sentinel().master());
		put(settings, "sentinel.nodes", redis.sentinel().nodes());
		put(settings, "sentinel.username", redis.sentinel().username());
		put(settings, "sentinel.password", redis.sentinel().password());
		put(settings, "cluster.nodes", redis.cluster().nodes());
		put(settings, "cluster.max-redirects", redis.cluster().maxRedirects());
		return settings;
	}

	// Spring Boot 3.4 does not read that of a URL, and later versions prefer it
	private static @Nullable Integer database(RedisProperties redis) {
		String url = redis.url();
		Matcher ofUrl = DATABASE_OF_URL.matcher((url != null) ? url : "");
		return ofUrl.matches() ? Integer.valueOf(ofUrl.group(1)) : redis.database();
	}

	private static void put(Map<String, Object> settings, String name, @Nullable Object value) {
		if (value != null) {
			settings.put(SPRING + name, value);
		}
	}

}
