// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.util.function.Predicate;

import javax.sql.DataSource;

import io.delay.jdbc.work.Works;

/**
 * What a {@link JdbcDatabase} hides, for tests of other packages.
 */
public final class DatabaseAccess {

	private DatabaseAccess() {
	}

	public static JdbcDatabase database(DataSource dataSource, JdbcJobStoreOptions options,
			Predicate<DataSource> canRoute) {
		return new JdbcDatabase(dataSource, options, canRoute);
	}

	public static Works works(JdbcDatabase database) {
		return database.works();
	}

}
