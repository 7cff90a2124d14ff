// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.csrf.CookieServerCsrfTokenRepository;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.security.web.server.csrf.ServerCsrfTokenRequestAttributeHandler;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/**
 * The console on Netty, where the rules give each authenticated user all requests, so
 * that the roles of the endpoint decide.
 */
@Tag("thorough")
@Tag("weekly")
class SecurityOnNettyTests extends SecurityTests {

	@BeforeAll
	static void start() {
		start(ConsoleApplication.onNetty().withSecurity(Rules.class));
	}

	@Override
	String sessionCookie() {
		return "SESSION";
	}

	@Configuration(proxyBeanMethods = false)
	static class Rules {

		@Bean
		SecurityWebFilterChain security(ServerHttpSecurity http) {
			return http
				.authorizeExchange((exchanges) -> exchanges.pathMatchers(HttpMethod.GET, "/actuator/**")
					.hasAnyRole("viewer", "operator")
					.anyExchange()
					.authenticated())
				.csrf((csrf) -> csrf.csrfTokenRepository(CookieServerCsrfTokenRepository.withHttpOnlyFalse())
					.csrfTokenRequestHandler(new ServerCsrfTokenRequestAttributeHandler()))
				.formLogin(Customizer.withDefaults())
				.build();
		}

		// Subscribes to the token, so that its cookie is written
		@Bean
		WebFilter csrfCookie() {
			return (exchange, chain) -> {
				Mono<CsrfToken> token = exchange.getAttributeOrDefault(CsrfToken.class.getName(), Mono.empty());
				return token.then(chain.filter(exchange));
			};
		}

		@Bean
		MapReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(
					User.withUsername("olga").password("{noop}olga").roles("operator").build(),
					User.withUsername("victor").password("{noop}victor").roles("viewer").build());
		}

	}

}
