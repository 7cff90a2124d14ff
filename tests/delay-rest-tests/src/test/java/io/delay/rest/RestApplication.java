// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.util.ClassUtils;

import io.delay.admin.DelayAdmin;
import io.delay.converter.SimplePayloadConverter;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreAdministrator;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.rest.reactive.DelayRestReactiveConfiguration;
import io.delay.rest.servlet.DelayRestServletConfiguration;
import io.delay.rest.wait.ReserveWaits;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.RedisForTests;

/**
 * An application with Delay over HTTP on a real server, with the store in memory or a
 * real Redis, in its own namespace.
 */
public final class RestApplication implements AutoCloseable {

	/** The password of the user {@code alice}, who may authenticate herself. */
	public static final String PASSWORD = "wonderland";

	private static final UserDetails USER = User.withUsername("alice").password("{noop}" + PASSWORD).build();

	private final ConfigurableApplicationContext context;

	private RestApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	public static RestApplication start(Web web, RestOptions options) {
		return start(web, options, (context) -> {
		});
	}

	/**
	 * Start an application with additional beans.
	 */
	public static RestApplication start(Web web, RestOptions options, Consumer<GenericApplicationContext> beans) {
		return start(web, MemoryStore.class, options, beans);
	}

	/**
	 * Start an application with additional settings.
	 */
	public static RestApplication start(Web web, RestOptions options, Map<String, Object> settings) {
		return start(web, MemoryStore.class, options,
				(context) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("settings", settings)));
	}

	/**
	 * Start an application whose jobs are in Redis.
	 */
	public static RestApplication onRedis(Web web, Consumer<GenericApplicationContext> beans) {
		return start(web, RedisStore.class, open(), (context) -> {
			context.getBeanFactory().registerSingleton("redisForTests", RedisForTests.shared());
			beans.accept(context);
		});
	}

	private static RestApplication start(Web web, Class<?> store, RestOptions options,
			Consumer<GenericApplicationContext> beans) {
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("server.port", "0");
		all.put("spring.main.banner-mode", "off");
		// Some versions of Reactor Netty can stop reading a connection that is kept
		// open (reactor-netty#4361)
		all.put("server.netty.max-keep-alive-requests", "1");
		all.put("spring.reactor.netty.shutdown-quiet-period", "0");
		all.put("spring.data.redis.repositories.enabled", "false");
		all.put("test.namespace", "rest-" + UUID.randomUUID());
		return new RestApplication(
				new SpringApplicationBuilder(Application.class, store, web.configuration).web(web.type)
					.properties(all)
					.initializers((context) -> {
						context.getBeanFactory().registerSingleton("restOptions", options);
						web.register((GenericApplicationContext) context);
						beans.accept((GenericApplicationContext) context);
					})
					.run());
	}

	public static RestOptions open() {
		RestOptions defaults = RestOptions.defaults();
		return new RestOptions(false, defaults.maxRequestSize(), defaults.maxTotalRequestSize(), defaults.maxWaiting(),
				defaults.threads(), defaults.template());
	}

	public String address() {
		return "http://localhost:" + this.context.getEnvironment().getProperty("local.server.port");
	}

	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/**
	 * Return how many clients wait for jobs.
	 */
	public int waiting() {
		return bean(ReserveWaits.class).waiting();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * The web framework and its server.
	 */
	public enum Web {

		/** Spring MVC on Tomcat. */
		MVC(WebApplicationType.SERVLET, Mvc.class),

		/** Spring WebFlux on Netty. */
		WEBFLUX(WebApplicationType.REACTIVE, WebFlux.class);

		private final WebApplicationType type;

		private final Class<?> configuration;

		Web(WebApplicationType type, Class<?> configuration) {
			this.type = type;
			this.configuration = configuration;
		}

		// Spring Boot 3.5 would run WebFlux on Tomcat, which is here too
		private void register(GenericApplicationContext context) {
			if (this == WEBFLUX) {
				context.registerBean("nettyReactiveWebServerFactory", netty());
			}
		}

		private static Class<?> netty() {
			return Stream
				.of("org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory",
						"org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory")
				.filter((name) -> ClassUtils.isPresent(name, null))
				.<Class<?>>map((name) -> ClassUtils.resolveClassName(name, null))
				.findFirst()
				.orElseThrow();
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
					"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
	static class Application {

		@Bean
		DelayTemplate delayTemplate(JobStore store, JobStoreInspector inspector, RestOptions options) {
			return new DelayTemplate(store, inspector, new SimplePayloadConverter(), options.template());
		}

		@Bean
		DelayAdmin delayAdmin(JobStore store, JobStoreInspector inspector, JobStoreAdministrator administrator) {
			return new DelayAdmin(store, inspector, administrator);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MemoryStore {

		@Bean
		MemoryJobStore jobStore() {
			return new MemoryJobStore();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RedisStore {

		@Bean
		LettuceConnectionFactory redisConnectionFactory(RedisForTests redis) {
			return new LettuceConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()));
		}

		@Bean
		RedisConnections redisConnections(LettuceConnectionFactory factory) {
			return new RedisConnections(factory);
		}

		@Bean
		RedisJobStoreOptions redisJobStoreOptions(@Value("${test.namespace}") String namespace) {
			return new RedisJobStoreOptions(namespace);
		}

		@Bean
		RedisJobStore jobStore(RedisConnections connections, RedisJobStoreOptions options) {
			return new RedisJobStore(connections, options);
		}

		@Bean
		RedisJobStoreInspector inspector(RedisConnections connections, RedisJobStoreOptions options) {
			return new RedisJobStoreInspector(connections, options);
		}

		@Bean
		RedisJobStoreAdministrator administrator(RedisConnections connections, RedisJobStoreOptions options) {
			return new RedisJobStoreAdministrator(connections, options);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(DelayRestServletConfiguration.class)
	static class Mvc {

		@Bean
		SecurityFilterChain security(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf(AbstractHttpConfigurer::disable)
				.httpBasic(Customizer.withDefaults())
				.build();
		}

		@Bean
		UserDetailsService users() {
			// The manager itself would replace the password by a hash, and verifying a
			// hash takes longer than most requests
			return new InMemoryUserDetailsManager(USER)::loadUserByUsername;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(DelayRestReactiveConfiguration.class)
	static class WebFlux {

		@Bean
		SecurityWebFilterChain security(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().permitAll())
				.csrf(ServerHttpSecurity.CsrfSpec::disable)
				.httpBasic(Customizer.withDefaults())
				.build();
		}

		@Bean
		ReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(USER)::findByUsername;
		}

	}

}
