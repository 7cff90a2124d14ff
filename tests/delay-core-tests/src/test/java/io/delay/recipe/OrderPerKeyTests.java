// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.util.Assert;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.annotation.EnableDelay;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The recipe for order per key.
 */
@Timeout(60)
class OrderPerKeyTests {

	private static final int CHANGES = 20;

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Config.class);

	private final AccountService accounts = this.context.getBean(AccountService.class);

	private final Ledger ledger = this.context.getBean(Ledger.class);

	private final DelayOperations delayTemplate = this.context.getBean(DelayOperations.class);

	@AfterEach
	void close() {
		this.context.close();
	}

	@Test
	void changesOfEachAccountAreBookedInTheirOrder() {
		for (int i = 0; i < CHANGES; i++) {
			this.accounts.change("a", 100);
			this.accounts.change("b", 100);
		}
		await().atMost(Duration.ofSeconds(30)).until(() -> this.ledger.booked.size() == 2 * CHANGES);
		assertThat(this.ledger.numbers("a")).containsExactlyElementsOf(numbers());
		assertThat(this.ledger.numbers("b")).containsExactlyElementsOf(numbers());
	}

	private static List<Long> numbers() {
		return IntStream.rangeClosed(1, CHANGES).mapToObj(Long::valueOf).toList();
	}

	@Test
	void aChangeThatFailsDelaysOnlyLaterChangesOfItsAccount() {
		this.ledger.failures.set(2);
		this.accounts.change("a", 100);
		this.accounts.change("a", 200);
		this.accounts.change("b", 300);
		await().atMost(Duration.ofSeconds(30)).until(() -> this.ledger.booked.size() == 3);
		assertThat(this.ledger.numbers("a")).containsExactly(1L, 2L);
	}

	@Test
	void aChangeThatIsDeliveredAgainIsBookedOnce() {
		this.accounts.change("a", 100);
		await().until(() -> this.delayTemplate.find("account-change", "a-1").isEmpty());
		this.delayTemplate.submit(Job.to("account-change").id("again").payload(new AccountChange("a", 1, 100)).build());
		await().until(() -> this.delayTemplate.find("account-change", "again").isEmpty());
		assertThat(this.ledger.booked).hasSize(1);
	}

	record AccountChange(String account, long number, long cents) {

	}

	static class AccountService {

		private final JdbcTemplate jdbc;

		private final DelayOperations delayTemplate;

		private final Ledger ledger;

		AccountService(JdbcTemplate jdbc, DelayOperations delayTemplate, Ledger ledger) {
			this.jdbc = jdbc;
			this.delayTemplate = delayTemplate;
			this.ledger = ledger;
		}

		@Transactional
		void change(String account, long cents) {
			this.jdbc.update("update accounts set submitted = submitted + 1 where id = ?", account);
			long number = number("select submitted from accounts where id = ?", account);
			this.delayTemplate.withCommit()
				.submit(Job.to("account-change")
					.id(account + "-" + number)
					.payload(new AccountChange(account, number, cents))
					.build());
		}

		@DelayListener(topic = "account-change", concurrency = "4", backoff = @Backoff(type = "fixed", delay = "100ms"))
		@Transactional
		void book(AccountChange change, JobContext context) {
			List<Long> booked = this.jdbc.queryForList(
					"select booked from accounts where id = ? for update skip locked", Long.class, change.account());
			long ahead = booked.isEmpty() ? 1 : change.number() - booked.get(0) - 1;
			if (ahead > 0) {
				context.release(Duration.ofMillis(50 * ahead));
			}
			else if (ahead == 0) {
				this.jdbc.update("update accounts set booked = ? where id = ?", change.number(), change.account());
				this.ledger.book(change);
			}
		}

		private long number(String sql, String account) {
			return Objects.requireNonNull(this.jdbc.queryForObject(sql, Long.class, account));
		}

	}

	/**
	 * Another system, which fails if two changes of an account arrive at the same time.
	 */
	static class Ledger {

		private final List<AccountChange> booked = new CopyOnWriteArrayList<>();

		private final Map<String, Long> running = new ConcurrentHashMap<>();

		private final AtomicInteger failures = new AtomicInteger();

		void book(AccountChange change) {
			Assert.state(this.running.put(change.account(), change.number()) == null, "Two changes at the same time");
			try {
				Assert.state(!change.account().equals("a") || this.failures.getAndDecrement() <= 0,
						"The ledger is unavailable");
				this.booked.add(change);
			}
			finally {
				this.running.remove(change.account());
			}
		}

		private List<Long> numbers(String account) {
			return this.booked.stream()
				.filter((change) -> change.account().equals(account))
				.map(AccountChange::number)
				.toList();
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
			source.setUrl("jdbc:h2:mem:order-per-key;DB_CLOSE_DELAY=-1");
			return new JdbcTransactionManager(source);
		}

		@Bean
		JdbcTemplate jdbcTemplate(JdbcTransactionManager transactions) {
			JdbcTemplate jdbc = new JdbcTemplate(transactions.getDataSource());
			jdbc.execute("drop table if exists accounts");
			jdbc.execute("create table accounts (id varchar(20) primary key, submitted bigint default 0, "
					+ "booked bigint default 0)");
			Set.of("a", "b").forEach((id) -> jdbc.update("insert into accounts (id) values (?)", id));
			return jdbc;
		}

		@Bean
		Ledger ledger() {
			return new Ledger();
		}

		@Bean
		AccountService accountService(JdbcTemplate jdbc, DelayOperations delayTemplate, Ledger ledger) {
			return new AccountService(jdbc, delayTemplate, ledger);
		}

	}

}
