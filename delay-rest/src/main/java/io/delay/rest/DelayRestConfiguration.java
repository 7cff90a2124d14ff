// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import io.delay.rest.http.BodyBudget;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.RestThreads;
import io.delay.rest.wait.ReserveWaits;
import io.delay.store.JobStore;

/**
 * The controllers, which Spring MVC and Spring WebFlux share. Do not import this class,
 * but the configuration for one of the two.
 *
 * @since 0.1.0
 */
@Configuration(proxyBeanMethods = false)
@Import({ JobController.class, ReserveController.class, SettlementController.class, TopicController.class,
		OperatorController.class, OpenApiController.class, UnknownPathController.class })
public class DelayRestConfiguration {

	static final String PATH = "${delay.rest.path:/delay/v1}";

	@Bean
	RestThreads delayRestThreads(RestOptions options) {
		return new RestThreads(options.threads());
	}

	@Bean
	BodyLimit delayRestBodyLimit(RestOptions options) {
		return new BodyLimit(options.maxRequestSize());
	}

	@Bean
	BodyBudget delayRestBodyBudget(RestOptions options) {
		return new BodyBudget(options.maxTotalRequestSize());
	}

	@Bean
	ReserveWaits delayRestReserveWaits(JobStore store, RestThreads threads, RestOptions options) {
		return new ReserveWaits(store, threads::execute, options.maxWaiting());
	}

}
