// SPDX-License-Identifier: Apache-2.0

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
