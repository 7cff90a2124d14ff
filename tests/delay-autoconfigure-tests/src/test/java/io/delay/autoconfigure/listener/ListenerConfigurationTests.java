// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import java.time.Duration;

import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.Deliveries;
import io.delay.listener.WorkerExecutorFactory;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.JobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Listeners run in every kind of application.
 */
class ListenerConfigurationTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory();

	@Test
	void listenerHandlesAnObject() {
		this.runner.withBean(Listener.class).run((context) -> {
			context.getBean(DelayTemplate.class).submit("order", new Order("4711", 3), Duration.ZERO);
			assertThat(context.getBean(Listener.class).handled.next()).isEqualTo(new Order("4711", 3));
		});
	}

	@Test
	void listenerHandlesAJobUnderLazyInitialization() throws InterruptedException {
		try (ConfigurableApplicationContext context = lazyApplication()) {
			assertThat(context.getBean(DelayListenerRegistry.class).container("order").isRunning()).isTrue();
			context.getBean(DelayTemplate.class).submit("order", new Order("4711", 3), Duration.ZERO);
			assertThat(context.getBean(Listener.class).handled.next()).isEqualTo(new Order("4711", 3));
		}
	}

	@Test
	void otherBeansStayLazyUnderLazyInitialization() {
		try (ConfigurableApplicationContext context = lazyApplication()) {
			assertThat(context.getBeanFactory().containsSingleton("bystander")).isFalse();
			assertThat(context.getBeanFactory().containsSingleton("delayTemplate")).isFalse();
		}
	}

	@Test
	void aLazyListenerIsFound() {
		this.runner.withUserConfiguration(LazyListener.class)
			.run((context) -> assertThat(context.getBean(DelayListenerRegistry.class).container("order").isRunning())
				.isTrue());
	}

	@Test
	void listenersOfAChildContextStopWithTheirContext() throws InterruptedException {
		try (ConfigurableApplicationContext parent = application().run()) {
			ConfigurableApplicationContext child = application().sources(Listener.class).parent(parent).run();
			DelayListenerRegistry registry = child.getBean(DelayListenerRegistry.class);
			assertThat(registry.topics()).containsExactly("order");
			assertThat(parent.getBean(DelayListenerRegistry.class).topics()).isEmpty();
			child.getBean(DelayTemplate.class).submit("order", new Order("4711", 3), Duration.ZERO);
			assertThat(child.getBean(Listener.class).handled.next()).isEqualTo(new Order("4711", 3));
			DelayListenerContainer container = registry.container("order");
			child.close();
			assertThat(container.isRunning()).isFalse();
			assertThat(parent.getBean(DelayListenerRegistry.class).isRunning()).isTrue();
		}
	}

	@Test
	void childContextUsesTheStoreOfItsParent() {
		try (ConfigurableApplicationContext parent = application().run();
				ConfigurableApplicationContext child = application().parent(parent).run()) {
			assertThat(child.getBean(DelayTemplate.class)).isSameAs(parent.getBean(DelayTemplate.class));
			assertThat(child.getBean(JobStore.class)).isSameAs(parent.getBean(JobStore.class));
		}
	}

	@Test
	void handlersRunOnPlatformThreads() {
		this.runner.run((context) -> assertThatExecutor(context.getBean(WorkerExecutorFactory.class))
			.isInstanceOf(ThreadPoolTaskExecutor.class));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void handlersRunOnVirtualThreadsIfSpringBootEnablesThem() {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=true")
			.run((context) -> assertThatExecutor(context.getBean(WorkerExecutorFactory.class))
				.isInstanceOf(SimpleAsyncTaskExecutor.class));
	}

	@Test
	@EnabledForJreRange(max = JRE.JAVA_20)
	void handlersRunOnPlatformThreadsIfVirtualThreadsAreUnsupported() {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=true")
			.withBean(Listener.class)
			.run((context) -> {
				assertThatExecutor(context.getBean(WorkerExecutorFactory.class))
					.isInstanceOf(ThreadPoolTaskExecutor.class);
				context.getBean(DelayTemplate.class).submit("order", new Order("4711", 3), Duration.ZERO);
				assertThat(context.getBean(Listener.class).handled.next()).isEqualTo(new Order("4711", 3));
			});
	}

	private static ObjectAssert<AsyncTaskExecutor> assertThatExecutor(WorkerExecutorFactory factory) {
		return assertThat(factory.create("order", 2));
	}

	private static ConfigurableApplicationContext lazyApplication() {
		return new SpringApplicationBuilder(LazyApplication.class).web(WebApplicationType.NONE)
			.properties("spring.main.lazy-initialization=true", "delay.store.type=memory")
			.run();
	}

	private static SpringApplicationBuilder application() {
		return new SpringApplicationBuilder(DelayAutoConfiguration.class).web(WebApplicationType.NONE)
			.properties("delay.store.type=memory");
	}

	record Order(String id, int items) {

	}

	static class Listener {

		private final Deliveries<Order> handled = new Deliveries<>();

		@DelayListener(topic = "order")
		void handle(Order order) {
			this.handled.add(order);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyListener {

		@Bean
		@Lazy
		Listener listener() {
			return new Listener();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(DelayAutoConfiguration.class)
	static class LazyApplication {

		@Bean
		Listener listener() {
			return new Listener();
		}

		@Bean
		Object bystander() {
			return new Object();
		}

	}

}
