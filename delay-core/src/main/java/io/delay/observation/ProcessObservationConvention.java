// SPDX-License-Identifier: Apache-2.0

package io.delay.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Provides the names and key values of an observed delivery. A convention defined by the
 * application replaces {@link DefaultProcessObservationConvention}.
 *
 * @since 0.1.0
 */
public interface ProcessObservationConvention extends ObservationConvention<ProcessObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof ProcessObservationContext;
	}

}
