// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.StartupFailure;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which applications can have listeners that are transactional.
 */
class TransactionalListenerTests {

	private final ApplicationContextRunner onDatabase = JdbcContexts.inMemory();

	@Test
	void transactionalListenerRunsOnADatabase() {
		this.onDatabase.withBean(Listener.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void transactionalListenerOnAnotherStoreFailsTheStartWithARemedy() {
		DelayContexts.inMemory().withBean(Listener.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Listener#handle", "is transactional",
					"not in a relational database");
			assertThat(analysis.getAction()).contains("delay.store.type=jdbc");
		});
	}

	@Test
	void transactionManagerOfAnotherDataSourceFailsTheStartWithARemedy() {
		this.onDatabase.withBean(PlatformTransactionManager.class, OtherTransactions::new)
			.withBean(Listener.class)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("no transaction manager of the application manages "
						+ "the data source in which Delay stores its jobs");
				assertThat(analysis.getAction()).contains("JdbcTransactionManager");
			});
	}

	@Test
	void transactionManagerOfAnotherProxyFailsTheStart() {
		this.onDatabase.withBean(ProxiedTransactions.class)
			.withBean(Listener.class)
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("no transaction manager of the application manages"));
	}

	@Test
	void transactionalBatchListenerFailsTheStart() {
		this.onDatabase.withBean(BatchListener.class)
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("handles batches and is transactional"));
	}

	@Test
	void transactionalAsynchronousListenerFailsTheStartWithARemedy() {
		this.onDatabase.withBean(AsyncListener.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("AsyncListener#handle", "is asynchronous and transactional");
			assertThat(analysis.getAction()).contains("declare no asynchronous return type");
		});
	}

	static class Listener {

		@DelayListener(topic = "order", transactional = "true")
		void handle(String order) {
		}

	}

	static class ProxiedTransactions extends DataSourceTransactionManager {

		ProxiedTransactions(DataSource dataSource) {
			super(new LazyConnectionDataSourceProxy(dataSource));
		}

	}

	static class BatchListener {

		@DelayListener(topic = "order", transactional = "true", batch = "10")
		void handle(List<String> orders) {
		}

	}

	static class AsyncListener {

		@DelayListener(topic = "order", transactional = "true")
		CompletableFuture<Void> handle(String order) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class OtherTransactions extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
