// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.test.mysql.EnabledOnMySql;
import io.delay.test.mysql.MySqlForTests;

/**
 * An application on MySQL.
 */
@Tag("thorough")
@Tag("weekly")
@EnabledOnMySql
class MySqlApplicationTests extends JdbcApplicationContract {

	private static String url;

	@BeforeAll
	static void createDatabase() {
		url = MySqlForTests.createDatabase();
	}

	@Override
	ApplicationContextRunner application() {
		return JdbcApplication.on(url);
	}

	@Override
	String distinction() {
		return "from_unixtime";
	}

}
