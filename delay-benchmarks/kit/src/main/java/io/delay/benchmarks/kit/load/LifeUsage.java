// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import io.delay.benchmarks.kit.measurement.Usage;

/**
 * The usage of the two halves of the life of some jobs.
 *
 * @param submits from the first submit to the last
 * @param drain from the moment at which all are due until all are handled
 */
public record LifeUsage(Usage submits, Usage drain) {

	public LifeUsage plus(LifeUsage other) {
		return new LifeUsage(this.submits.plus(other.submits), this.drain.plus(other.drain));
	}

	public Usage all() {
		return this.submits.plus(this.drain);
	}

}
