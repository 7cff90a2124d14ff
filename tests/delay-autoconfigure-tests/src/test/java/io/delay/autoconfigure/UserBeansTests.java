// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.annotation.DelayListener;
import io.delay.annotation.DelayListenerAnnotationBeanPostProcessor;
import io.delay.converter.PayloadConverter;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.JobStore;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;
import io.delay.template.JobIdGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Every bean steps aside for one of the application's own, which is then used.
 */
class UserBeansTests {

	private final ApplicationContextRunner onRedis = DelayContexts.withoutServer();

	private final ApplicationContextRunner inMemory = DelayContexts.inMemory();

	@Test
	void jobStoreOfTheApplicationReplacesRedis() {
		this.onRedis.withBean("mine", MemoryJobStore.class, MemoryJobStore::new).run((context) -> {
			assertThat(context).hasSingleBean(JobStore.class)
				.hasBean("mine")
				.hasSingleBean(JobStoreInspector.class)
				.doesNotHaveBean(RedisConnections.class)
				.doesNotHaveBean(RedisJobStoreOptions.class);
			String id = context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ofHours(1)).id();
			assertThat(context.getBean(MemoryJobStore.class).find("order", id)).isPresent();
		});
	}

	@Test
	void jobStoreOfTheApplicationReplacesTheMemoryStore() {
		this.inMemory.withBean("mine", RecordedStore.class, RecordedStore::new)
			.run((context) -> assertThat(context).hasSingleBean(JobStore.class)
				.hasBean("mine")
				.doesNotHaveBean(MemoryJobStore.class));
	}

	@Test
	void jobStoreWithoutAnInspectorFailsTheStartWithARemedy() {
		this.onRedis.withBean(JobStore.class, MemoryJobStore::new).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("its own JobStore and no JobStoreInspector");
			assertThat(analysis.getAction()).contains("Define a JobStoreInspector bean",
					"declare that class as the return type of the @Bean method");
		});
	}

	@Test
	void inspectorOfTheApplicationReplacesThatOfRedis() {
		JobStoreInspector inspector = inspectorThatFinds("4711");
		this.onRedis.withBean("mine", JobStoreInspector.class, () -> inspector).run((context) -> {
			assertThat(context).hasSingleBean(JobStoreInspector.class)
				.doesNotHaveBean(RedisJobStoreInspector.class)
				.hasSingleBean(RedisJobStore.class);
			assertThat(context.getBean(DelayTemplate.class).find("order", "4711")).isPresent();
		});
	}

	@Test
	void inspectorOfTheApplicationTakesPrecedenceOverTheMemoryStore() {
		JobStoreInspector inspector = inspectorThatFinds("4711");
		this.inMemory.withBean("mine", JobStoreInspector.class, () -> inspector).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(DelayTemplate.class).find("order", "4711")).isPresent();
		});
	}

	@Test
	void redisConnectionsOfTheApplicationAreUsed() {
		this.onRedis.withUserConfiguration(OwnConnections.class)
			.run((context) -> assertThat(context).hasSingleBean(RedisConnections.class)
				.hasBean("mine")
				.hasSingleBean(RedisJobStore.class));
	}

	@Test
	void redisStoreOptionsOfTheApplicationAreUsed() {
		this.onRedis.withBean("mine", RedisJobStoreOptions.class, () -> new RedisJobStoreOptions("shop"))
			.run((context) -> assertThat(context).hasSingleBean(RedisJobStoreOptions.class).hasBean("mine"));
	}

	@Test
	void payloadConverterOfTheApplicationWritesAndReads() {
		this.inMemory.withBean("mine", PayloadConverter.class, ShoutingConverter::new)
			.withBean(Listener.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(PayloadConverter.class);
				context.getBean(DelayTemplate.class).submit("order", "quiet", Duration.ZERO);
				assertThat(context.getBean(Listener.class).handled.next()).isEqualTo("QUIET!");
			});
	}

	@Test
	void operationsOfTheApplicationReplaceTheTemplate() {
		this.onRedis.withBean("mine", DelayOperations.class, () -> mock(DelayOperations.class))
			.run((context) -> assertThat(context).hasSingleBean(DelayOperations.class)
				.doesNotHaveBean(DelayTemplate.class));
	}

	@Test
	void templateOfTheApplicationReplacesTheDefault() {
		this.inMemory.withUserConfiguration(OwnTemplate.class)
			.run((context) -> assertThat(context).hasSingleBean(DelayTemplate.class).hasBean("mine"));
	}

	@Test
	void idGeneratorOfTheApplicationCreatesTheIds() {
		this.inMemory.withBean(JobIdGenerator.class, () -> () -> "my-id")
			.run((context) -> assertThat(
					context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO).id())
				.isEqualTo("my-id"));
	}

	@Test
	void workerExecutorFactoryOfTheApplicationRunsTheHandlers() {
		WorkerExecutorFactory factory = (id, concurrency) -> WorkerExecutorFactory.platformThreads()
			.create("mine-" + id, concurrency);
		this.inMemory.withBean("mine", WorkerExecutorFactory.class, () -> factory)
			.withBean(Listener.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(WorkerExecutorFactory.class);
				context.getBean(DelayTemplate.class).submit("order", "4711", Duration.ZERO);
				Listener listener = context.getBean(Listener.class);
				listener.handled.next();
				assertThat(listener.threads.next()).startsWith("delay-mine-order-");
			});
	}

	@Test
	void containerFactoryOfTheApplicationCreatesTheContainers() {
		this.inMemory.withUserConfiguration(OwnContainerFactory.class).withBean(Listener.class).run((context) -> {
			assertThat(context).hasSingleBean(DelayListenerContainerFactory.class).hasBean("mine");
			RecordedStore other = context.getBean(OwnContainerFactory.class).store;
			assertThat(other.request("order").topic()).isEqualTo("order");
		});
	}

	@Test
	void registryOfTheApplicationHoldsTheContainers() {
		this.inMemory.withUserConfiguration(OwnRegistry.class).withBean(Listener.class).run((context) -> {
			assertThat(context).hasSingleBean(DelayListenerRegistry.class).hasBean("mine");
			assertThat(context.getBean(DelayListenerRegistry.class).container("order").isRunning()).isTrue();
		});
	}

	@Test
	void postProcessorOfTheApplicationFindsTheListeners() {
		this.inMemory
			.withBean("mine", DelayListenerAnnotationBeanPostProcessor.class,
					DelayListenerAnnotationBeanPostProcessor::new)
			.withBean(Listener.class)
			.run((context) -> {
				assertThat(context).hasSingleBean(DelayListenerAnnotationBeanPostProcessor.class);
				assertThat(context.getBean(DelayListenerRegistry.class).topics()).containsExactly("order");
			});
	}

	private static JobStoreInspector inspectorThatFinds(String id) {
		JobStoreInspector inspector = mock(JobStoreInspector.class);
		given(inspector.find("order", id)).willReturn(Optional.of(mock(StoredJob.class)));
		return inspector;
	}

	static class Listener {

		private final Deliveries<String> handled = new Deliveries<>();

		private final Deliveries<String> threads = new Deliveries<>();

		@DelayListener(topic = "order")
		void handle(String order) {
			this.threads.add(Thread.currentThread().getName());
			this.handled.add(order);
		}

	}

	/**
	 * Writes in capital letters and reads with an exclamation mark.
	 */
	static class ShoutingConverter implements PayloadConverter {

		@Override
		public byte[] write(Object payload) {
			return payload.toString().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public Object read(byte[] payload, Type type) {
			return new String(payload, StandardCharsets.UTF_8) + "!";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnConnections {

		@Bean
		RedisConnections mine(LettuceConnectionFactory connectionFactory) {
			return new RedisConnections(connectionFactory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnTemplate {

		@Bean
		DelayTemplate mine(JobStore store, JobStoreInspector inspector, PayloadConverter converter) {
			return new DelayTemplate(store, inspector, converter);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnContainerFactory {

		private final RecordedStore store = new RecordedStore();

		@Bean
		DelayListenerContainerFactory mine() {
			return new DelayListenerContainerFactory(this.store);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnRegistry {

		@Bean
		DelayListenerRegistry mine(DelayListenerContainerFactory factory) {
			return new DelayListenerRegistry(factory);
		}

	}

}
