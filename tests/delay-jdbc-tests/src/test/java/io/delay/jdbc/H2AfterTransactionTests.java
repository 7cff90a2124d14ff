// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;

/**
 * Callbacks of committed transactions on H2.
 */
@Tag("versions")
class H2AfterTransactionTests extends AfterTransactionContract {

	H2AfterTransactionTests() {
		super(TestDatabase.H2);
	}

}
