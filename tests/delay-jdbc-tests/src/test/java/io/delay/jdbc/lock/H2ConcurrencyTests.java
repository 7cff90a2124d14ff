// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.lock;

import io.delay.jdbc.TestDatabase;

/**
 * Many threads on H2.
 */
class H2ConcurrencyTests extends ConcurrencyContract {

	H2ConcurrencyTests() {
		super(TestDatabase.H2);
	}

}
