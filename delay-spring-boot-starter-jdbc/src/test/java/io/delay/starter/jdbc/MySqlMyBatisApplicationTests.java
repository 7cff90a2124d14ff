// SPDX-License-Identifier: Apache-2.0

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
