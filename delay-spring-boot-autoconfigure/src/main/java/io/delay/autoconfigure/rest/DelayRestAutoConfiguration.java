// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.rest;

import java.time.InstantSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.unit.DataSize;

import io.delay.admin.DelayAdminOperations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.OnDelayEnabledCondition;
import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.properties.RestProperties;
import io.delay.rest.DelayRestConfiguration;
import io.delay.rest.RestOptions;
import io.delay.rest.reactive.DelayRestReactiveConfiguration;
import io.delay.rest.servlet.DelayRestServletConfiguration;
import io.delay.rest.servlet.filter.UnreadBodyFilter;
import io.delay.store.JobStore;
import io.delay.template.DelayOperations;
import io.delay.template.JobIdGenerator;

/**
 * Auto-configuration for Delay over HTTP, if {@code delay-rest} is on the class path and
 * {@code delay.rest.enabled=true}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayAutoConfiguration.class)
@ConditionalOnClass(DelayRestConfiguration.class)
@ConditionalOnProperty(name = "delay.rest.enabled", havingValue = "true")
@Conditional(OnDelayEnabledCondition.class)
@ConditionalOnBean({ DelayOperations.class, JobStore.class, DelayAdminOperations.class })
public final class DelayRestAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RestOptions delayRestOptions(DelayProperties properties) {
		RestProperties rest = properties.rest();
		checkPath(rest.path());
		try {
			return new RestOptions(rest.requireAuthentication(), rest.maxRequestSize(), maxTotalRequestSize(rest),
					rest.maxWaiting(), rest.threads(),
					properties.templateOptions(JobIdGenerator.timeOrdered(InstantSource.system())));
		}
		catch (IllegalArgumentException ex) {
			throw DelaySetupException.ofProperty("delay.rest", ex);
		}
	}

	private static DataSize maxTotalRequestSize(RestProperties rest) {
		DataSize configured = rest.maxTotalRequestSize();
		return (configured != null) ? configured : RestOptions.maxTotalRequestSize(rest.maxRequestSize());
	}

	private static void checkPath(String path) {
		if (!path.matches("(/[A-Za-z0-9._-]+)+")) {
			throw DelaySetupException.ofProperty("delay.rest.path", new IllegalArgumentException("Path '" + path
					+ "' must consist of one or more parts, each of which is a slash and characters of A-Z a-z 0-9 . _ -"));
		}
	}

	/**
	 * Configuration for an application with Spring MVC.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@Import(DelayRestServletConfiguration.class)
	static final class ServletConfiguration {

		// Other servers neither wait for the rest of a body nor know its exception
		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnClass(name = "org.apache.catalina.connector.ClientAbortException")
		UnreadBodyFilter delayRestUnreadBodyFilter(DelayProperties properties,
				@Value("${server.tomcat.threads.max:200}") int threads) {
			return new UnreadBodyFilter(properties.rest().path() + "/", threads);
		}

	}

	/**
	 * Configuration for an application with Spring WebFlux.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
	@Import(DelayRestReactiveConfiguration.class)
	static final class ReactiveConfiguration {

	}

}
