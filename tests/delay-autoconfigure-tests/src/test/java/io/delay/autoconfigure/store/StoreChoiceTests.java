// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.util.UUID;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.StartupFailure;
import io.delay.jdbc.JdbcDatabase;
import io.delay.jdbc.JdbcJobStore;
import io.delay.jdbc.JdbcJobStoreAdministrator;
import io.delay.jdbc.JdbcJobStoreInspector;
import io.delay.jdbc.JdbcJobStoreOptions;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.store.JobStore;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which store an application gets.
 */
class StoreChoiceTests {

	private final ApplicationContextRunner onDatabase = JdbcContexts.inMemory();

	private final ApplicationContextRunner onBoth = this.onDatabase
		.withConfiguration(AutoConfigurations.of(BootAutoConfigurations.redis()))
		.withPropertyValues("spring.data.redis.host=localhost", "spring.data.redis.port=1");

	@Test
	void redisAndDatabaseFailTheStartWithThePropertyAndItsValues() {
		this.onBoth.run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("in Redis and in a relational database", "delay-redis",
					"delay-jdbc");
			assertThat(analysis.getAction()).contains("delay.store.type=redis for the Redis of spring.data.redis,",
					"delay.store.type=jdbc");
		});
	}

	@Test
	void redisAndDatabaseFailTheStartWithTheSettingsOfRedis() {
		this.onBoth.withPropertyValues("delay.redis.host=jobs.example")
			.run((context) -> assertThat(StartupFailure.analyze(context).getAction())
				.contains("delay.store.type=redis for the Redis of delay.redis,"));
		this.onBoth
			.withBean(RedisConnections.class, () -> new RedisConnections(new LettuceConnectionFactory("localhost", 1)))
			.run((context) -> assertThat(StartupFailure.analyze(context).getAction())
				.contains("delay.store.type=redis for the Redis of the RedisConnections bean,"));
	}

	@Test
	void propertyChoosesBetweenRedisAndDatabase() {
		this.onBoth.withPropertyValues("delay.store.type=jdbc")
			.run((context) -> assertThat(context).hasSingleBean(JdbcJobStore.class)
				.hasSingleBean(JdbcJobStoreInspector.class)
				.hasSingleBean(JdbcJobStoreAdministrator.class)
				.doesNotHaveBean(RedisConnections.class));
		this.onBoth.withPropertyValues("delay.store.type=redis", "delay.startup-check=off")
			.run((context) -> assertThat(context).hasSingleBean(RedisJobStore.class)
				.doesNotHaveBean(JdbcDatabase.class));
		this.onBoth.withPropertyValues("delay.store.type=memory")
			.run((context) -> assertThat(context).hasSingleBean(MemoryJobStore.class)
				.doesNotHaveBean(JdbcDatabase.class));
	}

	@Test
	void aDatabaseWithoutRedisIsUsed() {
		this.onDatabase.run((context) -> assertThat(context).hasSingleBean(JdbcJobStore.class));
	}

	@Test
	void redisWithoutADatabaseIsUsed() {
		DelayContexts.withoutServer()
			.withPropertyValues("delay.startup-check=off")
			.run((context) -> assertThat(context).hasSingleBean(RedisJobStore.class));
	}

	@Test
	void onlyModuleOnTheClassPathIsUsedIfBothServersExist() {
		this.onBoth.withClassLoader(new FilteredClassLoader("io.delay.redis"))
			.run((context) -> assertThat(context).hasSingleBean(JdbcJobStore.class));
		this.onBoth.withClassLoader(new FilteredClassLoader("io.delay.jdbc"))
			.withPropertyValues("delay.startup-check=off")
			.run((context) -> assertThat(context).hasSingleBean(RedisJobStore.class));
	}

	@Test
	void aStoreOfTheApplicationTakesPrecedence() {
		this.onBoth.withBean(MemoryJobStore.class, MemoryJobStore::new)
			.run((context) -> assertThat(context).hasSingleBean(JobStore.class).doesNotHaveBean(JdbcDatabase.class));
	}

	@Test
	void missingDataSourceFailsTheStartWithARemedy() {
		new ApplicationContextRunner().withUserConfiguration(DelayAutoConfiguration.class)
			.withPropertyValues("delay.store.type=jdbc")
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).startsWith("There is no DataSource");
				assertThat(analysis.getAction()).contains("spring-boot-starter-jdbc", "spring.datasource.*");
			});
	}

	@Test
	void missingModuleFailsTheStartWithARemedy() {
		this.onDatabase.withPropertyValues("delay.store.type=jdbc")
			.withClassLoader(new FilteredClassLoader("io.delay.jdbc"))
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).isEqualTo(
						"delay.store.type is jdbc, but the artifact delay-jdbc or spring-jdbc is not on the class path.");
				assertThat(analysis.getAction()).contains("Add io.delay:delay-spring-boot-starter-jdbc");
			});
	}

	@Test
	void severalDataSourcesFailTheStartWithARemedy() {
		this.onDatabase.withUserConfiguration(TwoDataSources.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("several data sources and none is primary");
			assertThat(analysis.getAction()).contains("@Primary", "define a JdbcDatabase bean");
		});
	}

	@Test
	void aDatabaseOfTheApplicationChoosesOneOfSeveralDataSources() {
		this.onDatabase.withUserConfiguration(TwoDataSources.class, OwnDatabase.class)
			.run((context) -> assertThat(context.getBean(JdbcDatabase.class).dataSource())
				.isSameAs(context.getBean("second")));
	}

	@Test
	void theSettingsReachTheStore() {
		this.onDatabase
			.withPropertyValues("delay.jdbc.table-prefix=jobs_", "delay.jdbc.poll-interval=5s",
					"delay.history.max-count=7")
			.run((context) -> {
				JdbcJobStoreOptions options = context.getBean(JdbcJobStoreOptions.class);
				assertThat(options.tablePrefix()).isEqualTo("jobs_");
				assertThat(options.pollInterval()).hasSeconds(5);
				assertThat(options.history().limitsOf("order").maxCount()).isEqualTo(7);
			});
	}

	@Test
	void anInvalidPrefixFailsTheStart() {
		this.onDatabase.withPropertyValues("delay.jdbc.table-prefix=a b").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("delay.jdbc.table-prefix", "a b");
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class TwoDataSources {

		@Bean
		DataSource first() {
			return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
		}

		@Bean
		DataSource second() {
			return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnDatabase {

		@Bean
		JdbcDatabase database(DataSource second, JdbcJobStoreOptions options) {
			return new JdbcDatabase(second, options);
		}

	}

}
