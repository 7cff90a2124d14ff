/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
