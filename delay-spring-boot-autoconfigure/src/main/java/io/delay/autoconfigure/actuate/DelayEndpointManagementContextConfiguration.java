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

package io.delay.autoconfigure.actuate;

import jakarta.servlet.Filter;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.WebFilter;

import io.delay.actuate.DelayEndpoint;
import io.delay.actuate.web.EndpointPath;
import io.delay.actuate.web.EndpointServletFilter;
import io.delay.actuate.web.EndpointWebFilter;
import io.delay.autoconfigure.OnDelayEnabledCondition;

/**
 * Configuration of the web server that has the actuator endpoints, which is the one of
 * the application or has a port of its own.
 *
 * @since 0.1.0
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
@Conditional(OnDelayEnabledCondition.class)
@ConditionalOnAvailableEndpoint(endpoint = DelayEndpoint.class, exposure = EndpointExposure.WEB)
public final class DelayEndpointManagementContextConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass({ Filter.class, OncePerRequestFilter.class })
	static class ServletConfiguration {

		@Bean
		EndpointServletFilter delayEndpointFilter(ObjectProvider<PathMappedEndpoints> endpoints, BeanFactory beans) {
			return new EndpointServletFilter(new EndpointPath(endpoints),
					() -> beans.containsBean("springSecurityFilterChain"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
	@ConditionalOnClass(WebFilter.class)
	static class ReactiveConfiguration {

		@Bean
		EndpointWebFilter delayEndpointFilter(ObjectProvider<PathMappedEndpoints> endpoints, BeanFactory beans) {
			return new EndpointWebFilter(new EndpointPath(endpoints),
					() -> beans.containsBean("org.springframework.security.config.annotation.web.reactive."
							+ "WebFluxSecurityConfiguration.WebFilterChainFilter"));
		}

	}

}
