// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

/**
 * Many threads on H2.
 */
class H2ConcurrencyTests extends ConcurrencyContract {

	H2ConcurrencyTests() {
		super(TestDatabase.H2);
	}

}
