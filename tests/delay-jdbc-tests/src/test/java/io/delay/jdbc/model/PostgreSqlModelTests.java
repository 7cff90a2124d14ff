// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.model;

import net.jqwik.api.Tag;

import io.delay.jdbc.TestDatabase;
import io.delay.test.model.StoreModel;
import io.delay.test.model.VisibleMemory;

/**
 * Random sequences on PostgreSQL.
 */
@Tag("thorough")
@Tag("weekly")
class PostgreSqlModelTests extends StoreModel {

	PostgreSqlModelTests() {
		super(new VisibleMemory(), new ModelledJdbc(TestDatabase.POSTGRESQL));
	}

}
