// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

/**
 * A missing row on H2.
 */
class H2ClockRowTests extends ClockRowContract {

	H2ClockRowTests() {
		super(TestDatabase.H2);
	}

}
