// SPDX-License-Identifier: Apache-2.0

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
