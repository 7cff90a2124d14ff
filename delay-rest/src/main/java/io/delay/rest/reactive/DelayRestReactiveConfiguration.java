// SPDX-License-Identifier: Apache-2.0

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
