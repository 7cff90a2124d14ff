// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Bookkeeping that is locked on H2.
 */
@Tag("thorough")
class H2LockedBookkeepingTests extends LockedBookkeepingContract {

	H2LockedBookkeepingTests() {
		super(TestDatabase.H2);
	}

}
