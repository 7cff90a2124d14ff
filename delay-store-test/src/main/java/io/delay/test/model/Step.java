// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;

/**
 * One step of a random sequence: time passes, and then somebody does something.
 *
 * @param advance how far the clock moves before; negative if it steps back
 * @param operation what is done
 */
public record Step(Duration advance, Operation operation) {

	@Override
	public String toString() {
		return "\n  " + (this.advance.isZero() ? "" : "[clock " + this.advance + "] ") + this.operation;
	}

}
