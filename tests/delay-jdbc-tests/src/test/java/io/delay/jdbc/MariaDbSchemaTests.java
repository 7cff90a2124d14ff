// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The tables on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbSchemaTests extends SchemaContract {

	MariaDbSchemaTests() {
		super(TestDatabase.MARIADB, 3);
	}

	@Override
	String dropIndex(String table, String index) {
		return super.dropIndex(table, index) + " ON " + table;
	}

	@Test
	void theTablesCanBeCreatedWhereTheDefaultRowsAreCompact() {
		TestDatabase.MARIADB.execute("SET GLOBAL innodb_default_row_format = compact");
		try {
			create("compact_");
		}
		finally {
			TestDatabase.MARIADB.execute("SET GLOBAL innodb_default_row_format = dynamic");
		}
	}

}
