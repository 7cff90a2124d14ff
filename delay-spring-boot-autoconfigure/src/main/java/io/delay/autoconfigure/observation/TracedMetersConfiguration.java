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

package io.delay.autoconfigure.observation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingAwareMeterObservationHandler;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import io.delay.metrics.DelayMeterObservationHandler;

/**
 * Configuration for meters with exemplars on Spring Boot 3, where the handler that
 * records meters has to be wrapped in a {@link TracingAwareMeterObservationHandler}.
 * Spring Boot 4 wraps all handlers itself.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(TracingAwareMeterObservationHandler.class)
@ConditionalOnBean({ Tracer.class, TracingAwareMeterObservationHandler.class })
class TracedMetersConfiguration {

	@Bean
	@ConditionalOnMissingBean(DelayMeterObservationHandler.class)
	@Order(DelayMetricsAutoConfiguration.HANDLER_ORDER)
	TracingAwareMeterObservationHandler<Observation.Context> delayTracedMeterObservationHandler(MeterRegistry registry,
			Tracer tracer) {
		return new TracingAwareMeterObservationHandler<>(new DelayMeterObservationHandler(registry), tracer);
	}

}
