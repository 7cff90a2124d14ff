// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.job.SubmitStatus;
import io.delay.observation.JobMetrics;
import io.delay.observation.ProcessObservationConvention;
import io.delay.observation.SubmitObservationConvention;
import io.delay.template.SubmitObservations;

/**
 * Finds the beans of the application for observations and metrics, if they exist and are
 * enabled. They are looked up when templates and containers are created, so that the
 * order of the configurations does not matter.
 */
final class ObservationComponents {

	private final BeanFactory beanFactory;

	private final boolean observed;

	private final boolean measured;

	ObservationComponents(BeanFactory beanFactory, DelayProperties properties) {
		this.beanFactory = beanFactory;
		this.observed = properties.observation().enabled();
		this.measured = properties.metrics().enabled();
	}

	SubmitObservations submits(@Nullable ConsumerCheck check) {
		JobMetrics metrics = metrics();
		return new SubmitObservations(registry(), find(SubmitObservationConvention.class, this.observed),
				(check != null) ? checked(metrics, check) : metrics);
	}

	private static JobMetrics checked(@Nullable JobMetrics metrics, ConsumerCheck check) {
		return new JobMetrics() {

			@Override
			public void submitted(String topic, SubmitStatus status) {
				check.submitted(topic);
				if (metrics != null) {
					metrics.submitted(topic, status);
				}
			}

		};
	}

	@Nullable ProcessObservationConvention processConvention() {
		return find(ProcessObservationConvention.class, this.observed);
	}

	@Nullable JobMetrics metrics() {
		return find(JobMetrics.class, this.measured);
	}

	ObservationRegistry registry() {
		ObservationRegistry registry = find(ObservationRegistry.class, this.observed);
		return (registry != null) ? registry : ObservationRegistry.NOOP;
	}

	private <T> @Nullable T find(Class<T> type, boolean enabled) {
		try {
			return enabled ? this.beanFactory.getBeanProvider(type).getIfAvailable() : null;
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw DelaySetupException.ofCandidates(type, "Mark one as @Primary.", ex);
		}
	}

}
