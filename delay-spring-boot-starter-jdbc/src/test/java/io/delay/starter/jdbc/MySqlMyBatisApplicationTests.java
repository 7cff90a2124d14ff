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

package io.delay.starter.jdbc;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.delay.test.mysql.EnabledOnMySql;
import io.delay.test.mysql.MySqlForTests;

/**
 * An application with MyBatis on MySQL.
 */
@Tag("thorough")
@Tag("weekly")
@EnabledOnMySql
class MySqlMyBatisApplicationTests extends MappedApplicationContract {

	private static String url;

	@BeforeAll
	static void createDatabase() {
		url = MySqlForTests.createDatabase();
		new JdbcTemplate(new DriverManagerDataSource(url))
			.execute("CREATE TABLE purchase (id varchar(50) PRIMARY KEY)");
	}

	@Override
	ApplicationContextRunner application() {
		return MyBatisApplicationTests.on(url);
	}

}
