// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.DefaultTransactionStatus;

import io.delay.annotation.EnableDelay;
import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.AfterCommitException;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Methods that are transactional themselves, whichever of the two was enabled first.
 */
class SubmitOrderTests {

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void failureOfTheStoreIsReportedAsAFailureAfterTheCommit(boolean delayFirst) {
		try (AnnotationConfigApplicationContext context = start(delayFirst)) {
			assertThatExceptionOfType(AfterCommitException.class)
				.isThrownBy(() -> context.getBean(Orders.class).place("a"));
			assertThat(context.getBean(CountingTransactionManager.class).rollbacks).hasValue(0);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void invalidJobRollsTheTransactionOfTheMethodBack(boolean delayFirst) {
		try (AnnotationConfigApplicationContext context = start(delayFirst)) {
			assertThatIllegalArgumentException().isThrownBy(() -> context.getBean(Orders.class).place(null));
			assertThat(context.getBean(CountingTransactionManager.class).rollbacks).hasValue(1);
		}
	}

	private static AnnotationConfigApplicationContext start(boolean delayFirst) {
		return delayFirst ? new AnnotationConfigApplicationContext(DelayConfiguration.class, Transactions.class)
				: new AnnotationConfigApplicationContext(Transactions.class, DelayConfiguration.class);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class DelayConfiguration {

		@Bean
		ForwardingJobStore store() {
			return new UnreachableStore(new MemoryJobStore());
		}

		@Bean
		JobStoreInspector inspector() {
			return new MemoryJobStore();
		}

		@Bean
		Orders orders() {
			return new Orders();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Transactions {

		@Bean
		CountingTransactionManager transactionManager() {
			JdbcDataSource source = new JdbcDataSource();
			source.setUrl("jdbc:h2:mem:submit-order;DB_CLOSE_DELAY=-1");
			return new CountingTransactionManager(source);
		}

	}

	static class Orders {

		@Transactional
		@DelaySubmit(topic = "orders", id = "#id", payload = "''", delay = "30m")
		void place(String id) {
		}

	}

	private static final class CountingTransactionManager extends JdbcTransactionManager {

		private final transient AtomicInteger rollbacks = new AtomicInteger();

		private CountingTransactionManager(JdbcDataSource source) {
			super(source);
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			this.rollbacks.incrementAndGet();
			super.doRollback(status);
		}

	}

	private static final class UnreachableStore extends ForwardingJobStore {

		private UnreachableStore(MemoryJobStore store) {
			super(store);
		}

		@Override
		public List<SubmitResult> submit(List<NewJob> jobs) {
			throw new DataAccessResourceFailureException("refused");
		}

	}

}
