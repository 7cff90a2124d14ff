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

package io.delay.autoconfigure.store;

import java.util.UUID;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;

/**
 * The applications on a database that the tests start.
 */
final class JdbcContexts {

	private JdbcContexts() {
	}

	/**
	 * An application on a new database in memory, which creates the tables.
	 */
	static ApplicationContextRunner inMemory() {
		return on("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
	}

	/**
	 * An application on a database.
	 */
	static ApplicationContextRunner on(String url) {
		return new ApplicationContextRunner()
			.withConfiguration(BootAutoConfigurations.jdbcAndJackson(DelayAutoConfiguration.class,
					DelayStartupCheckAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + url, "spring.datasource.generate-unique-name=false");
	}

}
