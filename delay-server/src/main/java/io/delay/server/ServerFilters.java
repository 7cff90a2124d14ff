// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.rest.servlet.filter.UnreadBodyFilter;

/**
 * Filters requests before Spring Security does. The actuator imports this configuration,
 * too, because a management port of its own has only the filters of its own context.
 */
@Configuration(proxyBeanMethods = false)
class ServerFilters {

	@Bean
	UnreadBodyFilter unreadBodyFilter(@Value("${server.tomcat.threads.max:200}") int threads) {
		return new UnreadBodyFilter("/", threads);
	}

	@Bean
	InvalidRequestFilter invalidRequestFilter() {
		return new InvalidRequestFilter();
	}

}
