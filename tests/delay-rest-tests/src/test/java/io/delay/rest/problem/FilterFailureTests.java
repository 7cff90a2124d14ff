// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

import io.delay.rest.RestApplication;
import io.delay.rest.RestApplication.Web;
import io.delay.rest.RestClientForTests;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for exceptions of filters of an application with Spring WebFlux.
 */
@Tag("thorough")
@Tag("versions")
@Timeout(60)
class FilterFailureTests {

	@Test
	void exceptionBeforeTheResponseIsSentReachesTheApplication() {
		try (RestApplication application = RestApplication.start(Web.WEBFLUX, RestApplication.open(),
				(context) -> context.registerBean(FailingFilter.class))) {
			RestClientForTests client = new RestClientForTests(application.address());
			assertThat(client.sendUnchecked(client.request("GET", "/topics", null)).statusCode()).isEqualTo(500);
		}
	}

	/**
	 * An application whose filter fails after the operation.
	 */
	@Configuration(proxyBeanMethods = false)
	static class FailingFilter {

		@Bean
		WebFilter failingFilter() {
			return (exchange, chain) -> {
				exchange.getResponse().beforeCommit(() -> Mono.error(new IllegalStateException("expected")));
				return chain.filter(exchange);
			};
		}

	}

}
