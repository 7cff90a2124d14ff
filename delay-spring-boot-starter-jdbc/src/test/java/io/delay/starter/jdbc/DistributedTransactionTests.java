// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.jta.JtaTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transactions over several databases, which the store cannot join.
 */
class DistributedTransactionTests {

	private final ApplicationContextRunner application = JdbcApplication.on("jdbc:h2:mem:" + UUID.randomUUID())
		.withBean("distributed", JtaTransactionManager.class, () -> new JtaTransactionManager() {

			@Override
			public void afterPropertiesSet() {
				// There is no server
			}

		});

	@Test
	void theyAreRefusedAtTheStart() {
		this.application
			.run((context) -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
				.hasMessageContaining("JtaTransactionManager 'distributed'"));
	}

	@Test
	void theyMayExistAlongsideOthers() {
		this.application
			.withBean("local", PlatformTransactionManager.class,
					() -> new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:other")))
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
