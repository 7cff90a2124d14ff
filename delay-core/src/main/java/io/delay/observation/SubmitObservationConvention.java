// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Provides the names and key values of an observed submit. A convention defined by the
 * application replaces {@link DefaultSubmitObservationConvention}.
 *
 * @since 0.1.0
 */
public interface SubmitObservationConvention extends ObservationConvention<SubmitObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof SubmitObservationContext;
	}

}
