// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import io.delay.jdbc.TestDatabase;

/**
 * Jobs that are locked on H2.
 */
class H2LockedRowTests extends LockedRowContract {

	H2LockedRowTests() {
		super(TestDatabase.H2);
	}

}
