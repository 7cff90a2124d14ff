// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.util.stream.Stream;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.delay.rest.wait.ReserveWaits;

/**
 * An application with Delay over HTTP that everybody may use.
 */
final class DrillApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private DrillApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Start an application on a free port. With Netty, it keeps connections open in spite
	 * of reactor-netty#4361, because it refuses no request.
	 */
	static DrillApplication start(Web web, int redisPort, String... settings) {
		String[] all = { "--server.port=0", "--server.shutdown=immediate",
				"--spring.reactor.netty.shutdown-quiet-period=0", "--spring.data.redis.port=" + redisPort,
				"--delay.rest.require-authentication=false", "--delay.job.max-payload-size=8MB" };
		return new DrillApplication(new SpringApplicationBuilder(web.configuration).web(web.type)
			.initializers((context) -> web.register((GenericApplicationContext) context))
			.run(StringUtils.concatenateStringArrays(all, settings)));
	}

	int port() {
		return this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	Target target() {
		return Target.open("http://localhost:" + port());
	}

	/**
	 * Return how many clients wait for jobs.
	 */
	int waiting() {
		return this.context.getBean(ReserveWaits.class).waiting();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * The web framework and its server.
	 */
	enum Web {

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
	@EnableAutoConfiguration
	static class Mvc {

		@Bean
		SecurityFilterChain security(HttpSecurity http) throws Exception {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf(AbstractHttpConfigurer::disable)
				.build();
		}

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WebFlux {

		@Bean
		SecurityWebFilterChain security(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().permitAll())
				.csrf(ServerHttpSecurity.CsrfSpec::disable)
				.build();
		}

	}

}
