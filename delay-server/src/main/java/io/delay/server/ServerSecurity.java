// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import jakarta.servlet.DispatcherType;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.RequestRejectedHandler;

import io.delay.actuate.web.CrossSiteWrite;

/**
 * Determines which roles each operation needs. Only the health is open to everyone.
 */
@Configuration(proxyBeanMethods = false)
class ServerSecurity {

	private static final String[] PRODUCERS = ServerRole.ids(ServerRole.PRODUCER, ServerRole.OPERATOR);

	private static final String[] VIEWERS = ServerRole.ids(ServerRole.VIEWER, ServerRole.OPERATOR);

	private static final String[] SCRAPERS = ServerRole.ids(ServerRole.METRICS, ServerRole.VIEWER, ServerRole.OPERATOR);

	private static final String[] FINDERS = ServerRole.ids(ServerRole.PRODUCER, ServerRole.CONSUMER, ServerRole.VIEWER,
			ServerRole.OPERATOR);

	private static final List<HttpMethod> READS = List.of(HttpMethod.GET, HttpMethod.HEAD);

	private static final String[] LEASES = { "/topics/*/reserve", "/topics/*/ack", "/topics/*/release",
			"/topics/*/fail", "/topics/*/bury", "/topics/*/touch", "/topics/*/hand-back", "/settle" };

	@Bean
	PasswordEncoder passwordEncoder() {
		return new CachingPasswordEncoder(PasswordEncoderFactories.createDelegatingPasswordEncoder());
	}

	@Bean
	InMemoryUserDetailsManager users(ServerProperties properties, ObjectProvider<JwtDecoder> tokens) {
		return new InMemoryUserDetailsManager(ServerUsers.of(properties, tokens.getIfAvailable() != null));
	}

	// With metrics, Spring Security would observe each of its filters in each request
	@Bean
	SecurityObservationSettings securityObservationSettings() {
		return SecurityObservationSettings.noObservations();
	}

	@Bean
	RequestRejectedHandler requestRejectedHandler() {
		return (request, response, exception) -> SecurityProblems.rejected(response);
	}

	@Bean
	SecurityFilterChain serverSecurityFilterChain(HttpSecurity http, ServerProperties properties,
			ObjectProvider<JwtDecoder> tokens, @Value("${delay.rest.path:/delay/v1}") String rest,
			PathMappedEndpoints endpoints) throws Exception {
		boolean hasTokens = tokens.getIfAvailable() != null;
		SecurityProblems problems = new SecurityProblems(
				hasTokens ? List.of("Bearer", "Basic realm=\"Delay\"") : List.of("Basic realm=\"Delay\""));
		http.authorizeHttpRequests((requests) -> {
			// The error page of a request that was allowed
			requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
			// A browser adds the credentials that the user has entered for this server
			requests.requestMatchers((request) -> CrossSiteWrite.isRefused(request.getMethod(), request::getHeader))
				.denyAll();
			allowOperations(requests, rest);
			allowActuator(requests, endpoints);
			// Unknown paths. The actuator may be below the path of the operations
			requests.requestMatchers(below(rest, "/**")).authenticated();
			requests.anyRequest().denyAll();
		});
		http.httpBasic((basic) -> basic.authenticationEntryPoint(problems));
		if (hasTokens) {
			http.oauth2ResourceServer((server) -> server.authenticationEntryPoint(problems)
				.accessDeniedHandler(problems)
				.jwt((jwt) -> jwt.decoder(new TokenDecoder(tokens.getObject(), InstantSource.system()))
					.jwtAuthenticationConverter(converter(properties.getJwt().getRolesClaim()))));
		}
		return http
			.exceptionHandling((errors) -> errors.authenticationEntryPoint(problems).accessDeniedHandler(problems))
			// CrossSiteWrite replaces the tokens, which need sessions
			.csrf(AbstractHttpConfigurer::disable)
			.logout(AbstractHttpConfigurer::disable)
			.requestCache(AbstractHttpConfigurer::disable)
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			.build();
	}

	private static void allowOperations(
			AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests,
			String rest) {
		requests.requestMatchers(HttpMethod.POST, below(rest, LEASES)).hasRole(ServerRole.CONSUMER.id());
		requests.requestMatchers(HttpMethod.POST, below(rest, "/topics/*/jobs", "/jobs")).hasAnyRole(PRODUCERS);
		requests.requestMatchers(HttpMethod.PATCH, below(rest, "/topics/*/job")).hasAnyRole(PRODUCERS);
		requests.requestMatchers(HttpMethod.DELETE, below(rest, "/topics/*/job")).hasAnyRole(PRODUCERS);
		requests.requestMatchers(HttpMethod.POST, below(rest, "/topics/*/kick", "/topics/*/pause", "/topics/*/resume"))
			.hasRole(ServerRole.OPERATOR.id());
		requests.requestMatchers(HttpMethod.DELETE, below(rest, "/topics/*/jobs")).hasRole(ServerRole.OPERATOR.id());
		for (HttpMethod read : READS) {
			requests.requestMatchers(read, below(rest, "/topics/*/job")).hasAnyRole(FINDERS);
			requests.requestMatchers(read, below(rest, "/topics", "/topics/*", "/topics/*/jobs")).hasAnyRole(VIEWERS);
		}
		requests.requestMatchers(below(rest, "/openapi.yaml")).authenticated();
	}

	private static void allowActuator(
			AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests,
			PathMappedEndpoints endpoints) {
		String health = endpoints.getPath(EndpointId.of("health"));
		String prometheus = endpoints.getPath(EndpointId.of("prometheus"));
		String root = endpoints.getBasePath();
		for (HttpMethod read : READS) {
			if (health != null) {
				requests.requestMatchers(read, below(health, "", "/**")).permitAll();
			}
			if (prometheus != null) {
				requests.requestMatchers(read, prometheus).hasAnyRole(SCRAPERS);
			}
			requests.requestMatchers(read, root.isEmpty() ? "/" : root, root + "/**").hasAnyRole(VIEWERS);
		}
		requests.requestMatchers(root + "/**").hasRole(ServerRole.OPERATOR.id());
	}

	private static String[] below(String rest, String... paths) {
		return Arrays.stream(paths).map((path) -> rest + path).toArray(String[]::new);
	}

	private static JwtAuthenticationConverter converter(String rolesClaim) {
		JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
		converter.setJwtGrantedAuthoritiesConverter((token) -> authorities(token.getClaims().get(rolesClaim)));
		return converter;
	}

	// The converter of Spring Security throws an exception if a role is not a text
	private static Collection<GrantedAuthority> authorities(@Nullable Object roles) {
		Collection<?> all = (roles instanceof String text) ? List.of(text.split(" "))
				: (roles instanceof Collection<?> several) ? several : List.of();
		return all.stream()
			.filter(String.class::isInstance)
			.<GrantedAuthority>map((role) -> new SimpleGrantedAuthority("ROLE_" + role))
			.toList();
	}

}
