// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import io.delay.jdbc.TestDatabase;

/**
 * Unreadable rows in H2.
 */
class H2UnreadableRowTests extends UnreadableRowContract {

	H2UnreadableRowTests() {
		super(TestDatabase.H2);
	}

}
