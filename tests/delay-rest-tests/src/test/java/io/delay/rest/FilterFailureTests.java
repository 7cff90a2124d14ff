/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.rest;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

import io.delay.rest.RestApplication.Web;

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
			assertThat(OperationTests.exchange(client, client.request("GET", "/topics", null)).statusCode())
				.isEqualTo(500);
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
