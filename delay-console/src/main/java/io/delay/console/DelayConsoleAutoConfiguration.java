// SPDX-License-Identifier: Apache-2.0

package io.delay.console;

import java.net.InetAddress;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.web.util.HtmlUtils;

import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.autoconfigure.actuate.DelayEndpointAutoConfiguration;

/**
 * Auto-configuration for the console, if its endpoint {@code delayconsole} is exposed.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayEndpointAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class, HtmlUtils.class })
@Conditional(OnDelayEnabledCondition.class)
@ConditionalOnAvailableEndpoint(endpoint = DelayConsoleEndpoint.class, exposure = EndpointExposure.WEB)
@ImportRuntimeHints(ConsoleFiles.Hints.class)
public final class DelayConsoleAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DelayConsoleEndpoint delayConsoleEndpoint(ObjectProvider<PathMappedEndpoints> endpoints) {
		return new DelayConsoleEndpoint(new ConsolePage(endpoints::getIfAvailable));
	}

	@Bean
	OpenConsoleWarning delayOpenConsoleWarning(ObjectProvider<PathMappedEndpoints> endpoints,
			ObjectProvider<EndpointAccessResolver> access, Environment environment, BeanFactory beans) {
		return new OpenConsoleWarning(
				() -> isExposed(endpoints.getIfAvailable()) && isWritable(access.getIfAvailable()),
				() -> isSecured(beans), address(environment));
	}

	private static boolean isExposed(@Nullable PathMappedEndpoints endpoints) {
		return endpoints != null && endpoints.getPath(EndpointId.of("delay")) != null;
	}

	private static boolean isWritable(@Nullable EndpointAccessResolver access) {
		return access == null || access.accessFor(EndpointId.of("delay"), Access.READ_ONLY) == Access.UNRESTRICTED;
	}

	// The filters of Spring MVC and of WebFlux
	private static boolean isSecured(BeanFactory beans) {
		return beans.containsBean("springSecurityFilterChain")
				|| beans.containsBean("org.springframework.security.config.annotation.web.reactive."
						+ "WebFluxSecurityConfiguration.WebFilterChainFilter");
	}

	// Without a port of its own, the actuator has the address of the application
	private static @Nullable InetAddress address(Environment environment) {
		String server = environment.containsProperty("management.server.port") ? "management.server" : "server";
		return Binder.get(environment).bind(server + ".address", InetAddress.class).orElse(null);
	}

}
