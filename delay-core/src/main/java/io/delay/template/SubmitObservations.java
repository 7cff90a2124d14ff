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
