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

import java.util.List;

import org.springframework.util.Assert;

import io.delay.jdbc.schema.Schema;

/**
 * The tables of a {@link JdbcDatabase}. They can also be created by the scripts
 * {@code io/delay/jdbc/schema-*.sql} on the class path.
 *
 * @since 0.1.0
 */
public final class JdbcSchema {

	private final JdbcDatabase database;

	/**
	 * Create the schema of a database.
	 * @param database the database, which is not used until a method is called
	 */
	public JdbcSchema(JdbcDatabase database) {
		Assert.notNull(database, "'database' must not be null");
		this.database = database;
	}

	/**
	 * Return whether the database is in the memory of this JVM, so that it is empty at
	 * each start.
	 * @return {@code true} for a database of H2 in memory
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public boolean isInMemory() {
		return this.database.works().sessions().product().isInMemory();
	}

	/**
	 * Create the tables that are missing. Columns of existing tables are not changed.
	 * Unless all tables and columns exist, the whole script runs. On PostgreSQL, it also
	 * creates missing indexes and sets the autovacuum settings of tables. Several
	 * instances may call this method at the same time.
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached or rejects the statements
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public void create() {
		schema().create();
	}

	/**
	 * Return what prevents the tables from being used.
	 * @return a sentence for each table, empty if all tables and columns exist
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached
	 * @throws IllegalStateException if jobs cannot be stored in this database or in its
	 * version
	 */
	public List<String> problems() {
		return schema().problems();
	}

	/**
	 * Return the script that creates the tables.
	 * @return its path on the class path
	 * @throws org.springframework.dao.DataAccessException if the database cannot be
	 * reached
	 */
	public String script() {
		return schema().path();
	}

	private Schema schema() {
		return new Schema(this.database.works().sessions(), this.database.tablePrefix());
	}

}
