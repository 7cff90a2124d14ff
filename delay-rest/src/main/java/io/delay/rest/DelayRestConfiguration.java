// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.admin.DelayAdminOperations;
import io.delay.rest.http.BodyBudget;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.RestCalls;
import io.delay.rest.http.RestThreads;
import io.delay.rest.wait.ReserveWaits;
import io.delay.store.JobStore;
import io.delay.template.DelayOperations;

/**
 * The controllers, which Spring MVC and Spring WebFlux share. Do not import this class,
 * but the configuration for one of the two.
 *
 * @since 0.1.0
 */
@Configuration(proxyBeanMethods = false)
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
	JobController delayRestJobController(RestCalls calls, DelayOperations operations) {
		return new JobController(calls, operations);
	}

	@Bean
	ReserveWaits delayRestReserveWaits(JobStore store, RestThreads threads, RestOptions options) {
		return new ReserveWaits(store, threads::execute, options.maxWaiting());
	}

	@Bean
	ReserveController delayRestReserveController(RestCalls calls, JobStore store, ReserveWaits waits,
			RestOptions options) {
		return new ReserveController(calls, store, waits, options.template());
	}

	@Bean
	SettlementController delayRestSettlementController(RestCalls calls, JobStore store, DelayAdminOperations admin) {
		return new SettlementController(calls, store, admin);
	}

	@Bean
	TopicController delayRestTopicController(RestCalls calls, DelayAdminOperations admin) {
		return new TopicController(calls, admin);
	}

	@Bean
	OperatorController delayRestOperatorController(RestCalls calls, DelayAdminOperations admin) {
		return new OperatorController(calls, admin);
	}

	@Bean
	OpenApiController delayRestOpenApiController(RestCalls calls) {
		return new OpenApiController(calls);
	}

	@Bean
	UnknownPathController delayRestUnknownPathController(RestCalls calls) {
		return new UnknownPathController(calls);
	}

}
