// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import io.delay.jdbc.TestDatabase;

/**
 * Shared submits on H2.
 */
class H2SharedSubmitTests extends SharedSubmitContract {

	H2SharedSubmitTests() {
		super(TestDatabase.H2);
	}

}
