// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import io.delay.jdbc.TestDatabase;

/**
 * Settlements of one call that fail in part on H2.
 */
class H2PartialSettleTests extends PartialSettleContract {

	H2PartialSettleTests() {
		super(TestDatabase.H2);
	}

}
