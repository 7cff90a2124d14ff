// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.validation.Valid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

import io.delay.annotation.DelayListener;
import io.delay.converter.PayloadConversionException;
import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.store.JobStore;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;
import io.delay.template.JobIdGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens when a library is not on the class path, or Redis is set up in a way that
 * Delay cannot use.
 */
@Tag("versions")
@Tag("thorough")
class MissingPiecesTests {

	private final ApplicationContextRunner onRedis = DelayContexts.withoutServer();

	private final ApplicationContextRunner inMemory = DelayContexts.inMemory();

	@Test
	void textIsSubmittedAndHandledWithoutJackson() {
		this.inMemory.withClassLoader(new FilteredClassLoader("com.fasterxml.jackson", "tools.jackson"))
			.withBean(TextListener.class)
			.run((context) -> {
				assertThat(context.getBean(PayloadConverter.class)).isInstanceOf(SimplePayloadConverter.class);
				context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
				assertThat(context.getBean(TextListener.class).handled.next()).isEqualTo("4711");
			});
	}

	@Test
	void submitOfAnObjectWithoutJacksonFailsWithARemedy() {
		this.inMemory.withClassLoader(new FilteredClassLoader("com.fasterxml.jackson", "tools.jackson"))
			.run((context) -> {
				DelayTemplate template = context.getBean(DelayTemplate.class);
				assertThatExceptionOfType(PayloadConversionException.class)
					.isThrownBy(() -> template.submit("order", new Order("4711"), Duration.ZERO))
					.withMessageContainingAll("Order", "Add the dependency", "spring-boot-starter-json",
							"String or byte[]");
			});
	}

	@Test
	void listenerOfObjectsWithoutJacksonFailsTheStartWithARemedy() {
		this.inMemory.withClassLoader(new FilteredClassLoader("com.fasterxml.jackson", "tools.jackson"))
			.withBean(ObjectListener.class)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("ObjectListener#handle", "Order", "Jackson");
				assertThat(analysis.getAction()).contains("spring-boot-starter-json", "String or byte[]");
			});
	}

	@Test
	void batchListenerOfObjectsWithoutJacksonFailsTheStart() {
		this.inMemory.withClassLoader(new FilteredClassLoader("com.fasterxml.jackson", "tools.jackson"))
			.withBean(ObjectBatchListener.class)
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("ObjectBatchListener#handle", "Jackson"));
	}

	@Test
	void missingRedisModuleFailsTheStartWithARemedy() {
		assertThatThereIsNoStore(new FilteredClassLoader("io.delay.redis", "io.delay.jdbc"));
	}

	@Test
	void missingSpringDataRedisFailsTheStartWithARemedy() {
		assertThatThereIsNoStore(new FilteredClassLoader("org.springframework.data.redis", "io.delay.jdbc"));
	}

	@Test
	void missingLettuceFailsTheStartWithARemedy() {
		this.onRedis.withClassLoader(new FilteredClassLoader("io.lettuce")).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Delay needs the Lettuce driver");
			assertThat(analysis.getAction()).contains("Add io.lettuce:lettuce-core to the class path");
		});
	}

	private void assertThatThereIsNoStore(FilteredClassLoader classLoader) {
		this.onRedis.withClassLoader(classLoader).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).isEqualTo("There is no store for delayed jobs.");
			assertThat(analysis.getAction()).contains("Add delay-redis and spring-boot-starter-data-redis",
					"delay.store.type=memory", "define a JobStore bean");
		});
	}

	@Test
	void jobsCanBeKeptInMemoryWithoutRedisOnTheClassPath() {
		this.inMemory
			.withClassLoader(new FilteredClassLoader("io.delay.redis", "org.springframework.data.redis", "io.lettuce"))
			.withBean(TextListener.class)
			.run((context) -> {
				assertThat(context.getBean(JobStore.class)).isInstanceOf(MemoryJobStore.class);
				context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
				assertThat(context.getBean(TextListener.class).handled.next()).isEqualTo("4711");
			});
	}

	@Test
	void storeOfTheApplicationIsEnoughWithoutRedisOnTheClassPath() {
		this.onRedis
			.withClassLoader(new FilteredClassLoader("io.delay.redis", "org.springframework.data.redis", "io.lettuce"))
			.withBean(MemoryJobStore.class, MemoryJobStore::new)
			.run((context) -> assertThat(context).hasSingleBean(DelayTemplate.class));
	}

	@Test
	void redisConnectionsOfTheApplicationAreUsedBesidesJedis() {
		this.onRedis.withPropertyValues("spring.data.redis.client-type=jedis")
			.withBean(RedisConnections.class, () -> new RedisConnections(new LettuceConnectionFactory()))
			.run((context) -> assertThat(context).hasSingleBean(RedisJobStore.class)
				.hasSingleBean(JedisConnectionFactory.class));
	}

	@Test
	void missingConnectionFactoryFailsTheStartWithARemedy() {
		new ApplicationContextRunner().withUserConfiguration(DelayAutoConfiguration.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("no Redis connection factory");
			assertThat(analysis.getAction()).contains("spring-boot-starter-data-redis", "spring.data.redis.*",
					"delay.store.type=memory");
		});
	}

	@Test
	void severalConnectionFactoriesFailTheStartWithARemedy() {
		this.onRedis.withUserConfiguration(TwoFactories.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("several Redis connection factories and none is primary");
			assertThat(analysis.getAction()).contains("delay.redis.url", "mark one as @Primary",
					"define a RedisConnections bean");
		});
	}

	@Test
	void primaryConnectionFactoryIsUsed() {
		this.onRedis.withUserConfiguration(TwoFactories.class, PrimaryFactory.class)
			.run((context) -> assertThat(context).hasSingleBean(RedisJobStore.class));
	}

	@Test
	void severalMappersFailTheStartWithARemedy() {
		this.inMemory.withUserConfiguration(TwoMappers.class)
			.withClassLoader(new FilteredClassLoader("tools.jackson"))
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription())
					.isEqualTo("The application has several ObjectMapper beans [plain, snake] and none is primary.");
				assertThat(analysis.getAction()).contains("Mark one as @Primary", "define a PayloadConverter bean");
			});
	}

	@Test
	void severalIdGeneratorsFailTheStartWithARemedy() {
		this.inMemory.withBean("first", JobIdGenerator.class, () -> () -> "1")
			.withBean("second", JobIdGenerator.class, () -> () -> "2")
			.withBean(TemplateUser.class)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription())
					.isEqualTo("The application has several JobIdGenerator beans [first, second] and none is primary.");
				assertThat(analysis.getAction()).isEqualTo("Mark one as @Primary.");
			});
	}

	@Test
	void primaryIdGeneratorIsUsed() {
		this.inMemory.withBean("first", JobIdGenerator.class, () -> () -> "1")
			.withBean("second", JobIdGenerator.class, () -> () -> "2", (definition) -> definition.setPrimary(true))
			.run((context) -> assertThat(
					context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO).id())
				.isEqualTo("2"));
	}

	@Test
	void severalValidatorsFailTheStartOnlyIfAListenerNeedsOne() {
		ApplicationContextRunner undecided = this.inMemory
			.withBean("first", LocalValidatorFactoryBean.class, LocalValidatorFactoryBean::new)
			.withBean("second", LocalValidatorFactoryBean.class, LocalValidatorFactoryBean::new);
		undecided.withBean(TextListener.class).run((context) -> assertThat(context).hasNotFailed());
		undecided.withBean(ValidatingListener.class)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContainingAll("ValidatingListener#handle", "several Validator beans [first, second]",
						"Mark one as @Primary"));
	}

	@Test
	void unknownStoreTypeIsReportedWithItsKeyAndTheChoices() {
		this.onRedis.withPropertyValues("delay.store.type=bogus").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("delay.store.type", "bogus");
			assertThat(analysis.getAction()).contains("MEMORY", "REDIS");
		});
	}

	record Order(String id) {

	}

	static class ObjectListener {

		@DelayListener(topic = "order")
		void handle(Order order) {
		}

	}

	static class ObjectBatchListener {

		@DelayListener(topic = "order", batch = "10")
		void handle(List<Order> orders) {
		}

	}

	static class TextListener {

		private final Deliveries<String> handled = new Deliveries<>();

		@DelayListener(topic = "order")
		void handle(String order) {
			this.handled.add(order);
		}

	}

	static class ValidatingListener {

		@DelayListener(topic = "order")
		void handle(@Valid Order order) {
		}

	}

	static class TemplateUser {

		TemplateUser(DelayTemplate template) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoMappers {

		@Bean
		JsonMapper plain() {
			return new JsonMapper();
		}

		@Bean
		JsonMapper snake() {
			return JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		RedisConnectionFactory first() {
			return new LettuceConnectionFactory();
		}

		@Bean
		RedisConnectionFactory second() {
			return new LettuceConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryFactory {

		@Bean
		@Primary
		RedisConnectionFactory primary() {
			return new LettuceConnectionFactory();
		}

	}

}
