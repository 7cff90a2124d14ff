// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.redis.RedisForTests;

/**
 * An application with the console on a real server.
 */
final class ConsoleApplication implements AutoCloseable {

	/** A topic of the store in memory whose finished runs are not kept. */
	static final String WITHOUT_HISTORY = "without-history";

	private final ConfigurableApplicationContext context;

	private ConsoleApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static Builder onTomcat() {
		return new Builder(WebApplicationType.SERVLET);
	}

	static Builder onNetty() {
		return new Builder(WebApplicationType.REACTIVE);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	ShopData data() {
		return new ShopData(this.context);
	}

	int port() {
		Environment environment = this.context.getEnvironment();
		String port = environment.getProperty("local.management.port",
				environment.getRequiredProperty("local.server.port"));
		return Integer.parseInt(port);
	}

	String at(String path) {
		return "http://localhost:" + port() + path;
	}

	String console() {
		return at("/actuator/delayconsole");
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * Collects the properties of an application.
	 */
	static final class Builder {

		private final WebApplicationType type;

		private final List<Class<?>> sources = new ArrayList<>();

		private final List<String> arguments = new ArrayList<>();

		private InstantSource clock = InstantSource.system();

		private Class<?> base = WithoutSecurity.class;

		private boolean inMemory = true;

		private Builder(WebApplicationType type) {
			this.type = type;
			with("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off", "spring.jmx.enabled=false",
					"management.health.redis.enabled=false",
					"management.endpoints.web.exposure.include=delay,delayconsole",
					"management.endpoint.delay.access=unrestricted", "delay.endpoint.show-payloads=always",
					"spring.application.name=shop");
			if (type == WebApplicationType.REACTIVE) {
				// Some versions of Reactor Netty can stop reading a connection that
				// is kept open (reactor-netty#4361)
				with("server.netty.max-keep-alive-requests=1", "spring.reactor.netty.shutdown-quiet-period=0");
				// Tomcat, which is here too, would have the management port
				with("spring.autoconfigure.exclude=org.springframework.boot.tomcat.autoconfigure.actuate.web.server."
						+ "TomcatReactiveManagementContextAutoConfiguration");
			}
		}

		// A later value of a property takes precedence
		Builder with(String... properties) {
			for (String property : properties) {
				String name = property.substring(0, property.indexOf('='));
				this.arguments.removeIf((argument) -> argument.startsWith("--" + name + "="));
				this.arguments.add("--" + property);
			}
			return this;
		}

		Builder withSecurity(Class<?> rules) {
			this.base = WithSecurity.class;
			this.sources.add(rules);
			return this;
		}

		Builder withSource(Class<?> source) {
			this.sources.add(source);
			return this;
		}

		Builder withClock(InstantSource clock) {
			this.clock = clock;
			return this;
		}

		Builder onRedis(RedisForTests redis) {
			this.inMemory = false;
			return with("delay.store.type=redis", "delay.namespace=console-" + UUID.randomUUID(),
					"delay.startup-check=off", "spring.data.redis.host=" + redis.host(),
					"spring.data.redis.port=" + redis.port(), "delay.history.max-count=100");
		}

		ConsoleApplication start() {
			this.sources.add(this.base);
			SpringApplicationBuilder builder = new SpringApplicationBuilder(this.sources.toArray(Class<?>[]::new))
				.web(this.type)
				.initializers((context) -> register((GenericApplicationContext) context));
			return new ConsoleApplication(builder.run(this.arguments.toArray(String[]::new)));
		}

		private void register(GenericApplicationContext context) {
			if (this.inMemory) {
				HistoryLimits limits = new HistoryLimits(1_000, Duration.ofDays(7), true);
				HistoryLimits none = new HistoryLimits(0, null, null);
				context.registerBean(MemoryJobStore.class, () -> new MemoryJobStore(this.clock,
						new HistorySettings(limits, Map.of(WITHOUT_HISTORY, none))));
			}
			if (this.type == WebApplicationType.REACTIVE) {
				// Spring Boot 3.5 would run WebFlux on Tomcat, which is here too
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
	@EnableAutoConfiguration(excludeName = {
			"org.springframework.boot.actuate.autoconfigure.security.reactive.ReactiveManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.reactive.ReactiveSecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.reactive.ReactiveUserDetailsServiceAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration",
			"org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
			"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration" })
	static class WithoutSecurity {

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WithSecurity {

	}

}
