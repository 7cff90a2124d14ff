// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.delay.admin.DelayAdmin;
import io.delay.job.JobState;
import io.delay.submit.DelaySubmit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Methods that are transactional themselves, in an application whose transactions Spring
 * Boot configures.
 */
class TransactionalSubmitTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withUserConfiguration(Application.class)
		.withBean(OrderService.class)
		.withPropertyValues("delay.store.type=memory", "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID());

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void jobExistsOnceTheTransactionOfTheMethodHasCommittedAndAnInvalidJobRollsItBack(boolean proxyTargetClass) {
		this.application.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			assertThat(AopUtils.isCglibProxy(orders)).isEqualTo(proxyTargetClass);
			assertThatIllegalArgumentException().isThrownBy(() -> orders.place("with space"));
			assertThat(context.getBean(JdbcClient.class).sql("select id from orders").query().listOfRows()).isEmpty();
			assertThat(orders.observed()).containsExactly("after the transaction: 0");
			orders.place("a");
			assertThat(orders.observed()).containsExactly("after the transaction: 0", "before the commit: 0",
					"after the transaction: 1");
		});
	}

	interface Orders {

		void place(String id);

		List<String> observed();

	}

	static class OrderService implements Orders {

		private final JdbcClient jdbc;

		private final DelayAdmin delayAdmin;

		private final List<String> observed = new ArrayList<>();

		OrderService(JdbcClient jdbc, DelayAdmin delayAdmin) {
			this.jdbc = jdbc;
			this.delayAdmin = delayAdmin;
			this.jdbc.sql("create table orders (id varchar(20))").update();
		}

		@Override
		@Transactional
		@DelaySubmit(topic = "order-timeout", id = "#id", payload = "#id", delay = "30m")
		public void place(String id) {
			this.jdbc.sql("insert into orders values (?)").param(id).update();
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void beforeCommit(boolean readOnly) {
					observe("before the commit");
				}

				@Override
				public void afterCompletion(int status) {
					observe("after the transaction");
				}

			});
		}

		private void observe(String when) {
			this.observed
				.add(when + ": " + this.delayAdmin.topics().status("order-timeout").counts().get(JobState.DELAYED));
		}

		@Override
		public List<String> observed() {
			return this.observed;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
