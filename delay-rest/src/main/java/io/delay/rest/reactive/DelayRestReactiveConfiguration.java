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

package io.delay.rest.reactive;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;

import io.delay.rest.DelayRestConfiguration;
import io.delay.rest.RestOptions;
import io.delay.rest.http.BodyBudget;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestThreads;

/**
 * Configuration of Delay over HTTP for an application with Spring WebFlux. It needs a
 * bean of type {@link RestOptions}. With Spring Boot, it is imported if
 * {@code delay.rest.enabled=true}.
 *
 * @since 0.1.0
 */
@Configuration(proxyBeanMethods = false)
@Import(DelayRestConfiguration.class)
public class DelayRestReactiveConfiguration {

	@Bean
	RestCalls delayRestCalls(RestOptions options, RestThreads threads) {
		return new RestCalls(options.authenticationRequired(), threads::execute);
	}

	@Bean
	HangUpWebFilter delayRestHangUpWebFilter() {
		return new HangUpWebFilter();
	}

	@Bean
	WebFluxConfigurer delayRestWebFluxConfigurer(RestOptions options, BodyLimit limit, BodyBudget budget) {
		ReactiveRequestResolver resolver = new ReactiveRequestResolver(limit, budget, options.authenticationRequired());
		return new WebFluxConfigurer() {

			@Override
			public void configureArgumentResolvers(ArgumentResolverConfigurer configurer) {
				configurer.addCustomResolver(resolver);
			}

		};
	}

}
