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
	SettlementController delayRestSettlementController(RestCalls calls, JobStore store) {
		return new SettlementController(calls, store);
	}

	@Bean
	TopicController delayRestTopicController(RestCalls calls, DelayAdminOperations admin) {
		return new TopicController(calls, admin);
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
