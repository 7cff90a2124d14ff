// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * An application on MariaDB.
 */
@Tag("thorough")
@Tag("weekly")
class MariaDbApplicationTests extends JdbcApplicationContract {

	private static MariaDbServer server;

	@BeforeAll
	static void start() {
		server = MariaDbServer.start();
	}

	@AfterAll
	static void stop() {
		server.stop();
	}

	@Override
	ApplicationContextRunner application() {
		return JdbcApplication.on(server.url())
			.withPropertyValues("spring.datasource.username=root", "spring.datasource.password=");
	}

	@Override
	String distinction() {
		return "from_unixtime";
	}

}
