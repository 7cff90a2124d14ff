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
