// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.delay.test.mysql.EnabledOnMySql;

/**
 * The tables on MySQL.
 */
@Tag("thorough")
@EnabledOnMySql
class MySqlSchemaTests extends SchemaContract {

	MySqlSchemaTests() {
		super(TestDatabase.MYSQL, 3);
	}

	@Override
	String dropIndex(String table, String index) {
		return super.dropIndex(table, index) + " ON " + table;
	}

	@Test
	void theTablesCanBeCreatedWhereTheDefaultRowsAreCompact() {
		TestDatabase.MYSQL.execute("SET GLOBAL innodb_default_row_format = compact");
		try {
			create("compact_");
		}
		finally {
			TestDatabase.MYSQL.execute("SET GLOBAL innodb_default_row_format = dynamic");
		}
	}

}
