// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.List;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.annotation.DelayListener;
import io.delay.annotation.EnableDelay;
import io.delay.job.Job;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The recipe for submitting in a transaction.
 */
@Timeout(30)
class SubmitInTransactionTests {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Config.class);

	private final OrderService orders = this.context.getBean(OrderService.class);

	private final DelayOperations delayTemplate = this.context.getBean(DelayOperations.class);

	private final JdbcTemplate jdbc = this.context.getBean(JdbcTemplate.class);

	private final TransactionTemplate transaction = new TransactionTemplate(
			this.context.getBean(PlatformTransactionManager.class));

	@AfterEach
	void close() {
		this.context.close();
	}

	private void awaitHandled(String id) {
		await().until(() -> this.delayTemplate.find("order-timeout", id).isEmpty());
	}

	private String state(String id) {
		return this.jdbc.queryForObject("select state from orders where id = ?", String.class, id);
	}

	@Test
	void orderIsClosedAfterTheCommit() {
		this.orders.setTimeToPay(Duration.ZERO);
		this.orders.place("7");
		awaitHandled("7");
		assertThat(state("7")).isEqualTo("CLOSED");
	}

	@Test
	void rolledBackOrderHasNoJob() {
		this.transaction.executeWithoutResult((status) -> {
			this.orders.place("7");
			status.setRollbackOnly();
		});
		assertThat(this.delayTemplate.find("order-timeout", "7")).isEmpty();
	}

	@Test
	void paidOrderHasNoJob() {
		this.orders.place("7");
		assertThat(this.delayTemplate.find("order-timeout", "7")).isPresent();
		this.orders.pay("7");
		assertThat(this.delayTemplate.find("order-timeout", "7")).isEmpty();
	}

	@Test
	void jobSubmittedBeforeTheCommitMayRunTooEarly() {
		this.orders.setTimeToPay(Duration.ZERO);
		this.transaction.executeWithoutResult((status) -> {
			this.orders.placeTooEarly("7");
			awaitHandled("7");
		});
		assertThat(state("7")).isEqualTo("PLACED");
	}

	@Test
	void jobThatWasLostIsSubmittedLater() {
		this.orders.place("7");
		this.orders.place("8");
		this.delayTemplate.cancel("order-timeout", "7");
		this.orders.submitMissing();
		assertThat(this.delayTemplate.find("order-timeout", "7")).isPresent();
	}

	static class OrderService {

		private final JdbcTemplate jdbc;

		private final DelayOperations delayTemplate;

		private volatile Duration timeToPay = Duration.ofMinutes(30);

		OrderService(JdbcTemplate jdbc, DelayOperations delayTemplate) {
			this.jdbc = jdbc;
			this.delayTemplate = delayTemplate;
		}

		void setTimeToPay(Duration timeToPay) {
			this.timeToPay = timeToPay;
		}

		@Transactional
		void place(String id) {
			this.jdbc.update("insert into orders (id, state) values (?, 'PLACED')", id);
			this.delayTemplate.afterCommit().submit(timeout(id));
		}

		@Transactional
		void pay(String id) {
			int changed = this.jdbc.update("update orders set state = 'PAID' where id = ? and state = 'PLACED'", id);
			if (changed == 0) {
				throw new IllegalStateException("Order " + id + " is closed");
			}
			this.delayTemplate.afterCommit().cancel("order-timeout", id);
		}

		void submitMissing() {
			List<String> unpaid = this.jdbc.queryForList("select id from orders where state = 'PLACED'", String.class);
			this.delayTemplate.submitAll(unpaid.stream().map(this::timeout).toList());
		}

		private Job timeout(String id) {
			return Job.to("order-timeout").id(id).payload(id).delay(this.timeToPay).build();
		}

		@Transactional
		void placeTooEarly(String id) {
			this.jdbc.update("insert into orders (id, state) values (?, 'PLACED')", id);
			this.delayTemplate.submit(timeout(id));
		}

	}

	static class OrderTimeoutListener {

		private final JdbcTemplate jdbc;

		OrderTimeoutListener(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@DelayListener(topic = "order-timeout")
		void close(String id) {
			this.jdbc.update("update orders set state = 'CLOSED' where id = ? and state = 'PLACED'", id);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	@EnableTransactionManagement
	static class Config {

		@Bean
		MemoryJobStore jobStore() {
			return new MemoryJobStore();
		}

		@Bean
		JdbcTransactionManager transactionManager() {
			JdbcDataSource source = new JdbcDataSource();
			source.setUrl("jdbc:h2:mem:submit-in-transaction;DB_CLOSE_DELAY=-1");
			return new JdbcTransactionManager(source);
		}

		@Bean
		JdbcTemplate jdbcTemplate(JdbcTransactionManager transactions) {
			JdbcTemplate jdbc = new JdbcTemplate(transactions.getDataSource());
			jdbc.execute("drop table if exists orders");
			jdbc.execute("create table orders (id varchar(20) primary key, state varchar(10))");
			return jdbc;
		}

		@Bean
		OrderService orderService(JdbcTemplate jdbc, DelayOperations delayTemplate) {
			return new OrderService(jdbc, delayTemplate);
		}

		@Bean
		OrderTimeoutListener orderTimeoutListener(JdbcTemplate jdbc) {
			return new OrderTimeoutListener(jdbc);
		}

	}

}
