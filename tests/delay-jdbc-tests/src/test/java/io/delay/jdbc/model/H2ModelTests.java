// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.model;

import net.jqwik.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.model.StoreModel;
import io.delay.test.model.VisibleMemory;

/**
 * Random sequences on H2.
 */
@Tag("thorough")
class H2ModelTests extends StoreModel {

	H2ModelTests() {
		super(new VisibleMemory(), new ModelledJdbc(TestDatabase.H2));
	}

}
