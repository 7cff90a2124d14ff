// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.transaction;

import org.junit.jupiter.api.Tag;

import io.delay.jdbc.TestDatabase;

/**
 * Callbacks of committed transactions on H2.
 */
@Tag("versions")
class H2AfterTransactionTests extends AfterTransactionContract {

	H2AfterTransactionTests() {
		super(TestDatabase.H2);
	}

}
