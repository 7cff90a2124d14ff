// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import io.delay.jdbc.TestDatabase;

/**
 * A missing row on H2.
 */
class H2ClockRowTests extends ClockRowContract {

	H2ClockRowTests() {
		super(TestDatabase.H2);
	}

}
