// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.workload;

import io.delay.benchmarks.kit.measurement.Usage;

/**
 * The outcome of the jobs of a round, without the jobs themselves.
 *
 * @param usage the resources that they have used
 * @param lost how many were not handled
 * @param doubles how many were handled more than once
 */
record EnduranceOutcome(Usage usage, int lost, int doubles) {

	EnduranceOutcome plus(EnduranceOutcome other) {
		return new EnduranceOutcome(this.usage.plus(other.usage), this.lost + other.lost, this.doubles + other.doubles);
	}

	// For jobs whose usage does not count.
	static EnduranceOutcome free(int lost, int doubles) {
		return new EnduranceOutcome(new Usage(0, 0, 0, 0), lost, doubles);
	}

}
