// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc;

import java.io.IOException;
import java.util.UUID;

import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application with JPA on PostgreSQL.
 */
@Tag("thorough")
@Tag("versions")
class JpaApplicationTests extends MappedApplicationContract {

	private static EmbeddedPostgres server;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
	}

	@AfterAll
	static void stop() throws IOException {
		server.close();
	}

	@Override
	ApplicationContextRunner application() {
		return on(server);
	}

	static ApplicationContextRunner on(EmbeddedPostgres server) {
		return new ApplicationContextRunner().withUserConfiguration(JpaApplication.class)
			.withPropertyValues("spring.autoconfigure.exclude=" + JdbcApplication.MYBATIS,
					"spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
					"spring.jpa.hibernate.ddl-auto=update");
	}

	@Test
	void transactionManagerOfJpaIsUsed() {
		application().withPropertyValues("delay.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context.getBean(PlatformTransactionManager.class))
				.isInstanceOf(JpaTransactionManager.class));
	}

	@Test
	void aTransactionalHandlerRunsIfHibernateReleasesConnectionsAfterTransactions() {
		application()
			.withPropertyValues("delay.jdbc.initialize-schema=always",
					"spring.jpa.properties.hibernate.connection.handling_mode="
							+ "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION")
			.withBean(Listener.class)
			.run((context) -> {
				String id = UUID.randomUUID().toString();
				context.getBean(DelayTemplate.class).submit(Job.to("refund").id(id).payload("x").build());
				await().until(() -> context.getBean(Purchases.class).count(id) == 1);
			});
	}

	@Test
	void aTransactionManagerOfAnotherDataSourceFailsTheStartOfATransactionalListener() {
		application().withUserConfiguration(OtherDatabase.class)
			.withBean(Listener.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("no transaction manager of the application manages the data source"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@AutoConfigurationPackage
	static class JpaApplication {

		@Bean
		JpaPurchases purchases(EntityManager entities) {
			return new JpaPurchases(entities);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherDatabase {

		@Bean
		JdbcDatabase database(JdbcJobStoreOptions options) {
			DataSource other = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
			return new JdbcDatabase(other, options);
		}

	}

	static class JpaPurchases implements Purchases {

		private final EntityManager entities;

		JpaPurchases(EntityManager entities) {
			this.entities = entities;
		}

		// The row is inserted when the transaction ends
		@Override
		public void insert(String id) {
			Purchase purchase = new Purchase();
			purchase.id = id;
			this.entities.persist(purchase);
		}

		@Override
		public int count(String id) {
			return this.entities.createQuery("SELECT COUNT(p) FROM Purchase p WHERE p.id = :id", Long.class)
				.setParameter("id", id)
				.getSingleResult()
				.intValue();
		}

	}

	@Entity(name = "Purchase")
	static class Purchase {

		@Id
		private String id;

	}

}
