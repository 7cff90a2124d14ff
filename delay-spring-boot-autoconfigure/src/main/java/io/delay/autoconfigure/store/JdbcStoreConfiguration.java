// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import javax.sql.DataSource;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.jta.JtaTransactionManager;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.autoconfigure.properties.JdbcProperties;
import io.delay.autoconfigure.properties.JdbcProperties.ListenMode;
import io.delay.autoconfigure.store.OnStoreCondition.StoreChoice;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.jdbc.JdbcSchema;
import io.delay.jdbc.JdbcSettlementTransactions;
import io.delay.jdbc.JdbcTransactionListener;
import io.delay.store.JobStore;
import io.delay.store.SettlementTransactions;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

/**
 * Configuration for the store in a relational database, unless the application defines
 * its own {@link JobStore}.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ JdbcJobStore.class, DataSourceUtils.class })
@ConditionalOnStore(StoreChoice.JDBC)
@ConditionalOnMissingBean(JobStore.class)
class JdbcStoreConfiguration {

	@Bean
	@ConditionalOnMissingBean
	JdbcJobStoreOptions delayJdbcJobStoreOptions(DelayProperties properties) {
		return options(properties);
	}

	static JdbcJobStoreOptions options(DelayProperties properties) {
		JdbcProperties jdbc = properties.jdbc();
		return JdbcJobStoreOptions.defaults()
			.withTablePrefix(jdbc.tablePrefix())
			.withHistory(properties.historySettings())
			.withPollInterval(jdbc.pollInterval())
			.withListen(jdbc.listen() == ListenMode.AUTO)
			.withTimeout(jdbc.timeout());
	}

	@Bean(destroyMethod = "close")
	@ConditionalOnMissingBean
	JdbcDatabase delayJdbcDatabase(ObjectProvider<DataSource> dataSources, JdbcJobStoreOptions options,
			ListableBeanFactory beans) {
		refuseDistributedTransactions(beans);
		return database(dataSources, options);
	}

	// A JTA transaction manager commits the connections of its data sources, but the
	// store must commit its own
	private static void refuseDistributedTransactions(ListableBeanFactory beans) {
		String[] managers = beans.getBeanNamesForType(PlatformTransactionManager.class, true, false);
		if (managers.length == 1 && beans.isTypeMatch(managers[0], JtaTransactionManager.class)) {
			throw new DelaySetupException(
					"Delay cannot store jobs in the distributed transactions of the JtaTransactionManager '"
							+ managers[0] + "'.",
					"Use a JdbcTransactionManager or JpaTransactionManager, define a JdbcDatabase bean with a data "
							+ "source that takes no part in distributed transactions, or store jobs in Redis.");
		}
	}

	static JdbcDatabase database(ObjectProvider<DataSource> dataSources, JdbcJobStoreOptions options) {
		DataSource dataSource = dataSources.getIfUnique();
		if (dataSource != null) {
			return new JdbcDatabase(dataSource, SmallPool.adapt(options, dataSource));
		}
		boolean several = dataSources.stream().findAny().isPresent();
		throw new DelaySetupException(
				several ? "The application has several data sources and none is primary."
						: "There is no DataSource for the database in which Delay stores its jobs.",
				several ? "Mark one as @Primary, or define a JdbcDatabase bean that uses one of them."
						: "Add spring-boot-starter-jdbc and the driver of the database, and set spring.datasource.*, "
								+ "or set delay.store.type=memory for tests and demos.");
	}

	// Migrations of Flyway and Liquibase, which may create the tables, run before
	@Bean
	@DependsOnDatabaseInitialization
	JdbcSchemaAtStart delayJdbcSchemaAtStart(JdbcDatabase database, JdbcJobStoreOptions options,
			DelayProperties properties) {
		return new JdbcSchemaAtStart(new JdbcSchema(database), properties.jdbc().initializeSchema(),
				properties.startupCheck());
	}

	// Created only if a listener is transactional, because it needs a transaction manager
	@Bean
	@Lazy
	@ConditionalOnMissingBean(SettlementTransactions.class)
	JdbcSettlementTransactions delaySettlementTransactions(JdbcDatabase database,
			ObjectProvider<PlatformTransactionManager> transactionManagers) {
		return new JdbcSettlementTransactions(database,
				new TransactionManagerLookup(transactionManagers).find(database.dataSource()));
	}

	@Bean
	static TransactionListenerBeanPostProcessor delayTransactionListenerBeanPostProcessor() {
		return new TransactionListenerBeanPostProcessor();
	}

	@Bean
	JdbcJobStore delayJobStore(JdbcDatabase database, JdbcSchemaAtStart schema) {
		return new JdbcJobStore(database);
	}

	@Bean
	@ConditionalOnMissingBean(JobStoreInspector.class)
	JdbcJobStoreInspector delayJobStoreInspector(JdbcDatabase database, JdbcSchemaAtStart schema) {
		return new JdbcJobStoreInspector(database);
	}

	@Bean
	@ConditionalOnMissingBean(JobStoreAdministrator.class)
	JdbcJobStoreAdministrator delayJobStoreAdministrator(JdbcDatabase database, JdbcSchemaAtStart schema) {
		return new JdbcJobStoreAdministrator(database);
	}

	/**
	 * Adds a {@link JdbcTransactionListener} to each transaction manager, also to those
	 * that the application defines.
	 */
	static final class TransactionListenerBeanPostProcessor implements BeanPostProcessor {

		private final JdbcTransactionListener listener = new JdbcTransactionListener();

		@Override
		public Object postProcessBeforeInitialization(Object bean, String beanName) {
			if (bean instanceof ConfigurableTransactionManager transactionManager) {
				transactionManager.addListener(this.listener);
			}
			return bean;
		}

	}

}
