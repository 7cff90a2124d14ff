// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.observation;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;

import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.OnDelayEnabledCondition;

/**
 * Auto-configuration for traces of jobs, if there is a {@link Tracer}. It backs off if
 * {@code delay.tracing.relation} is {@code child}, so that Boot's own handler makes each
 * delivery a child of the submit.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayAutoConfiguration.class,
		afterName = { "org.springframework.boot.actuate.autoconfigure.tracing.MicrometerTracingAutoConfiguration",
				"org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration" })
@ConditionalOnClass({ Tracer.class, Propagator.class })
@ConditionalOnBean({ Tracer.class, Propagator.class })
@ConditionalOnProperty(name = "delay.tracing.relation", havingValue = "link", matchIfMissing = true)
@Conditional(OnDelayEnabledCondition.class)
public final class DelayTracingAutoConfiguration {

	// Copied from MicrometerTracingAutoConfiguration, which may be absent
	private static final int RECEIVER_TRACING_OBSERVATION_HANDLER_ORDER = 1000;

	@Bean
	@ConditionalOnMissingBean
	@Order(RECEIVER_TRACING_OBSERVATION_HANDLER_ORDER - 100)
	LinkedProcessTracingHandler delayLinkedProcessTracingHandler(Tracer tracer, Propagator propagator) {
		return new LinkedProcessTracingHandler(tracer, propagator);
	}

}
