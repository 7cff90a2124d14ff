// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.observation.JobMetrics;
import io.delay.observation.SubmitObservationConvention;

/**
 * The observations and metrics of the submits of a template.
 *
 * @param registry the registry for observations; without handlers, submits are not
 * observed
 * @param convention the convention for observations of submits, {@code null} for the
 * default
 * @param metrics counts the jobs, {@code null} for no metrics
 * @since 0.1.0
 */
public record SubmitObservations(ObservationRegistry registry, @Nullable SubmitObservationConvention convention,
		@Nullable JobMetrics metrics) {

	private static final SubmitObservations NONE = new SubmitObservations(ObservationRegistry.NOOP, null, null);

	public SubmitObservations {
		Assert.notNull(registry, "'registry' must not be null");
	}

	/**
	 * Return options without observations and metrics.
	 * @return the options
	 */
	public static SubmitObservations none() {
		return NONE;
	}

}
