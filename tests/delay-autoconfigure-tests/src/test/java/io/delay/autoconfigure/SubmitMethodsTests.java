// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.UUID;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.job.Job;
import io.delay.store.StoredJob;
import io.delay.submit.DelayCancel;
import io.delay.submit.DelaySubmit;
import io.delay.template.AfterCommitException;
import io.delay.template.AfterCommitException.Failure;
import io.delay.template.AfterCommitException.Outcome;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.RedisForTests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Methods that submit and cancel jobs, and operations after the commit, in an application
 * on a real Redis.
 */
class SubmitMethodsTests {

	private final ApplicationContextRunner onRedis = new ApplicationContextRunner()
		.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.host=" + RedisForTests.shared().host(),
				"spring.data.redis.port=" + RedisForTests.shared().port(), "delay.namespace=test-" + UUID.randomUUID())
		.withUserConfiguration(Transactions.class)
		.withBean(OrderService.class);

	private static TransactionTemplate transaction(ApplicationContext context) {
		return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
	}

	private static boolean exists(ApplicationContext context, String id) {
		return context.getBean(DelayTemplate.class).find("orders", id).isPresent();
	}

	@Test
	void jobsAreSubmittedAndCancelledAfterTheCommit() {
		this.onRedis.run((context) -> {
			OrderService orders = context.getBean(OrderService.class);
			orders.place(new Order("paid", 1));
			transaction(context).executeWithoutResult((status) -> {
				orders.place(new Order("a", 2));
				orders.pay("paid");
				assertThat(exists(context, "a")).isFalse();
				assertThat(exists(context, "paid")).isTrue();
			});
			StoredJob job = context.getBean(DelayTemplate.class).find("orders", "a").orElseThrow();
			assertThat(job.record().payload()).asString().isEqualTo("{\"id\":\"a\",\"items\":2}");
			assertThat(exists(context, "paid")).isFalse();
		});
	}

	@Test
	void nothingIsSubmittedOrCancelledAfterARollback() {
		this.onRedis.run((context) -> {
			OrderService orders = context.getBean(OrderService.class);
			orders.place(new Order("paid", 1));
			transaction(context).executeWithoutResult((status) -> {
				orders.place(new Order("a", 2));
				orders.pay("paid");
				status.setRollbackOnly();
			});
			assertThat(exists(context, "a")).isFalse();
			assertThat(exists(context, "paid")).isTrue();
		});
	}

	@Test
	void refusedTopicIsNamedAndJobsOfOtherTopicsAreStored() {
		this.onRedis.run((context) -> context.getBean(DelayTemplate.class).submit(Job.to("refused").build()));
		this.onRedis.withPropertyValues("delay.topics.refused.partitions=3").run((context) -> {
			AfterCommitException ex = catchThrowableOfType(AfterCommitException.class,
					() -> transaction(context).executeWithoutResult((status) -> {
						context.getBean(DelayTemplate.class).afterCommit().submit(Job.to("refused").id("b").build());
						context.getBean(OrderService.class).place(new Order("a", 1));
					}));
			assertThat(ex.failures()).extracting(Failure::topic, Failure::id, Failure::outcome)
				.containsExactly(tuple("refused", "b", Outcome.NOT_EXECUTED));
			assertThat(exists(context, "a")).isTrue();
		});
	}

	@Test
	void unreachableRedisIsReportedToTheCallerOfTheTransaction() {
		DelayContexts.withoutServer()
			.withPropertyValues("spring.data.redis.timeout=1s")
			.withUserConfiguration(Transactions.class)
			.withBean(OrderService.class)
			.run((context) -> {
				AfterCommitException ex = catchThrowableOfType(AfterCommitException.class, () -> transaction(context)
					.executeWithoutResult((status) -> context.getBean(OrderService.class).place(new Order("a", 1))));
				assertThat(ex.failures()).extracting(Failure::topic, Failure::id, Failure::outcome)
					.containsExactly(tuple("orders", "a", Outcome.NOT_EXECUTED));
			});
	}

	@Test
	void propertySelectsTheTypeOfProxies() {
		DelayContexts.inMemory().withBean(RegisteredDevices.class).run((context) -> {
			assertThat(AopUtils.isCglibProxy(context.getBean(Devices.class))).isTrue();
			assertThatDeviceIsSubmitted(context);
		});
		DelayContexts.inMemory()
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.withBean(RegisteredDevices.class)
			.run((context) -> {
				assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Devices.class))).isTrue();
				assertThatDeviceIsSubmitted(context);
			});
		DelayContexts.inMemory()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
			.withBean(RegisteredDevices.class)
			.run(SubmitMethodsTests::assertThatDeviceIsSubmitted);
	}

	private static void assertThatDeviceIsSubmitted(ApplicationContext context) {
		context.getBean(Devices.class).register("a");
		assertThat(context.getBean(DelayTemplate.class).find("devices", "a")).isPresent();
	}

	@Test
	void methodsAreNotInterceptedIfDelayIsDisabled() {
		DelayContexts.inMemory()
			.withPropertyValues("delay.enabled=false")
			.withBean(RegisteredDevices.class)
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean(Devices.class))).isFalse());
	}

	@Test
	void invalidMethodIsExplainedAtStartUp() {
		DelayContexts.inMemory().withBean(WithoutTopic.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("WithoutTopic#place", "has no topic");
			assertThat(analysis.getAction()).isEqualTo("Set one: topic = \"...\".");
		});
	}

	record Order(String id, int items) {

	}

	static class OrderService {

		@DelaySubmit(topic = "orders", id = "#order.id", delay = "1h")
		Order place(Order order) {
			return order;
		}

		@DelayCancel(topic = "orders", id = "#id")
		void pay(String id) {
		}

	}

	interface Devices {

		@DelaySubmit(topic = "devices", id = "#id", delay = "1h")
		void register(String id);

	}

	static class RegisteredDevices implements Devices {

		@Override
		public void register(String id) {
		}

	}

	static class WithoutTopic {

		@DelaySubmit
		String place() {
			return "";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(proxyTargetClass = true)
	static class Transactions {

		@Bean
		JdbcTransactionManager transactionManager() {
			JdbcDataSource source = new JdbcDataSource();
			source.setUrl("jdbc:h2:mem:submit-methods;DB_CLOSE_DELAY=-1");
			return new JdbcTransactionManager(source);
		}

	}

}
