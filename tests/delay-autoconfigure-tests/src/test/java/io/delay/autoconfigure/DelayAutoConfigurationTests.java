// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.delay.annotation.DelayListener;
import io.delay.annotation.DelayListenerAnnotationBeanPostProcessor;
import io.delay.annotation.EnableDelay;
import io.delay.autoconfigure.properties.DelayProperties;
import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.job.SubmitStatus;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.listener.watch.DelayEventPublisher;
import io.delay.redis.RedisConnections;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisJobStoreOptions;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the auto-configuration sets up when nothing is set, and that it can be switched
 * off.
 */
class DelayAutoConfigurationTests {

	private final ApplicationContextRunner runner = DelayContexts.withoutServer();

	@Test
	void springBootFindsTheAutoConfiguration() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(DelayAutoConfiguration.class.getName());
	}

	@Test
	void jobsAreKeptInRedisByDefault() {
		this.runner.run((context) -> {
			assertThat(context.getBean(JobStore.class)).isInstanceOf(RedisJobStore.class);
			assertThat(context.getBean(JobStoreInspector.class)).isInstanceOf(RedisJobStoreInspector.class);
			assertThat(context).hasSingleBean(RedisConnections.class);
		});
	}

	@Test
	void eachBeanForTheApplicationExistsOnce() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(DelayOperations.class)
			.hasSingleBean(DelayTemplate.class)
			.hasSingleBean(DelayListenerRegistry.class)
			.hasSingleBean(DelayListenerContainerFactory.class)
			.hasSingleBean(DelayEventPublisher.class)
			.hasSingleBean(DelayListenerAnnotationBeanPostProcessor.class)
			.hasSingleBean(WorkerExecutorFactory.class)
			.hasSingleBean(PayloadConverter.class)
			.hasSingleBean(DelayProperties.class));
	}

	@Test
	void payloadsAreConvertedWithTheMapperOfSpringBoot() {
		this.runner.run((context) -> assertThat(context.getBean(PayloadConverter.class)).extracting("mapper")
			.isSameAs(context.getBean(BootAutoConfigurations.mapper())));
	}

	@Test
	void connectionFactoryOfTheApplicationStaysTheOnlyOne() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(RedisConnectionFactory.class)
			.hasBean("redisConnectionFactory"));
	}

	@Test
	void applicationStartsWhileRedisIsUnreachable() {
		this.runner.withBean(Listener.class).run((context) -> {
			assertThat(context).hasNotFailed();
			DelayListenerContainer container = context.getBean(DelayListenerRegistry.class).container("order");
			assertThat(container.isRunning()).isTrue();
			assertThat(container.hasDied()).isFalse();
		});
	}

	@Test
	void submitThrowsADataAccessExceptionWhileRedisIsUnreachable() {
		this.runner.run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> template.submit("order", "4711", Duration.ZERO));
		});
	}

	@Test
	void memoryStoreMustBeChosen() {
		this.runner.withPropertyValues("delay.store.type=memory").run((context) -> {
			assertThat(context.getBean(JobStore.class)).isInstanceOf(MemoryJobStore.class);
			assertThat(context.getBean(JobStoreInspector.class)).isSameAs(context.getBean(JobStore.class));
			assertThat(context).doesNotHaveBean(RedisConnections.class).doesNotHaveBean(RedisJobStoreOptions.class);
		});
	}

	@Test
	void disabledDelayDefinesNoBeans() {
		this.runner.withPropertyValues("delay.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(LazyInitializationExcludeFilter.class);
			assertThat(context.getBeanFactory().getBeanDefinitionNames())
				.filteredOn((name) -> name.contains("delay") || name.contains("Delay"))
				.isEmpty();
		});
	}

	@Test
	void listenersAreIgnoredIfDelayIsDisabled() {
		this.runner.withPropertyValues("delay.enabled=false")
			.withBean(ListenerWithoutTopic.class)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ListenerWithoutTopic.class));
	}

	@Test
	void invalidSettingsAreIgnoredIfDelayIsDisabled() {
		this.runner.withPropertyValues("delay.enabled=false", "delay.job.ttr=-5s", "delay.listner.concurrency=3")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void applicationCanDefineTheTemplateIfDelayIsDisabled() {
		this.runner.withPropertyValues("delay.enabled=false")
			.withBean(DelayOperations.class, () -> inMemory(new MemoryJobStore()))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(DelayOperations.class).submit("order", "4711", Duration.ZERO).status())
					.isEqualTo(SubmitStatus.CREATED);
				assertThat(context.getBeanProvider(DelayListenerRegistry.class).stream()).isEmpty();
			});
	}

	private static DelayOperations inMemory(MemoryJobStore store) {
		return new DelayTemplate(store, store, new SimplePayloadConverter());
	}

	@Test
	void jobsInMemoryWaitIfListenersDoNotStart() {
		this.runner.withPropertyValues("delay.store.type=memory", "delay.listener.auto-startup=false")
			.withBean(Listener.class)
			.run((context) -> {
				DelayTemplate template = context.getBean(DelayTemplate.class);
				String id = template.submit("order", "4711", Duration.ZERO).id();
				assertThat(context.getBean(DelayListenerRegistry.class).container("order").isRunning()).isFalse();
				assertThat(template.find("order", id)).isPresent();
			});
	}

	@Test
	void enabledAcceptsTheBooleansOfSpringBoot() {
		this.runner.withPropertyValues("delay.enabled=on")
			.run((context) -> assertThat(context).hasSingleBean(DelayTemplate.class));
		this.runner.withPropertyValues("delay.enabled=off")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayTemplate.class));
	}

	@Test
	void enableDelayWithTheAutoConfigurationDefinesEachBeanOnce() {
		DelayContexts.inMemory().withUserConfiguration(Enabled.class).withBean(Listener.class).run((context) -> {
			assertThat(context).hasSingleBean(DelayOperations.class)
				.hasSingleBean(DelayListenerRegistry.class)
				.hasSingleBean(DelayListenerContainerFactory.class)
				.hasSingleBean(DelayListenerAnnotationBeanPostProcessor.class)
				.hasSingleBean(PayloadConverter.class);
			assertThat(context.getBean(DelayListenerRegistry.class).topics()).containsExactly("order");
		});
	}

	static class Listener {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

	static class ListenerWithoutTopic {

		@DelayListener
		void handle(String order) {
		}

	}

	@EnableDelay
	@Configuration(proxyBeanMethods = false)
	static class Enabled {

	}

}
