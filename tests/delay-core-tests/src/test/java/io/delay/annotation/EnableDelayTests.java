// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import tools.jackson.databind.json.JsonMapper;

import io.delay.admin.DelayAdmin;
import io.delay.converter.JacksonPayloadConverter;
import io.delay.converter.PayloadConverter;
import io.delay.converter.SimplePayloadConverter;
import io.delay.event.JobBuriedEvent;
import io.delay.job.JobState;
import io.delay.listener.JobContext;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerContainerFactory;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayOperations;
import io.delay.template.DelayTemplate;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;

@Timeout(30)
@Tag("versions")
class EnableDelayTests {

	@Test
	void everyBeanExceptTheStoreIsCreated() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class)) {
			assertThat(context.getBean(PayloadConverter.class)).isInstanceOf(JacksonPayloadConverter.class);
			assertThat(context.getBean(DelayListenerRegistry.class).isRunning()).isTrue();
			assertThat(context.getBean(DelayOperations.class).submit("a", "x", Duration.ZERO).id()).hasSize(14);
		}
	}

	@Test
	void adminIsCreatedIfTheStoreCanChangeJobs() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class)) {
			String id = context.getBean(DelayOperations.class).submit("a", "x", Duration.ofHours(1)).id();
			assertThat(context.getBean(DelayAdmin.class).jobs().bury("a", id, "why")).contains(JobState.DELAYED);
		}
	}

	@Test
	void anAdminOfTheApplicationIsUsed() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				OwnAdmin.class)) {
			assertThat(context.getBeanNamesForType(DelayAdmin.class)).containsExactly("myAdmin");
		}
	}

	@Test
	void noAdminIsCreatedIfTheStoreCannotChangeJobs() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(
				NoAdministrator.class)) {
			assertThat(context.getBeanNamesForType(DelayAdmin.class)).isEmpty();
			assertThat(context.getBeanNamesForType(DelayTemplate.class)).hasSize(1);
		}
	}

	@Test
	void beansOfTheApplicationAreUsed() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				OwnBeans.class)) {
			assertThat(context.getBean(PayloadConverter.class)).isInstanceOf(SimplePayloadConverter.class);
			assertThat(context.getBeanNamesForType(DelayTemplate.class)).containsExactly("myTemplate");
			assertThat(context.getBeanNamesForType(DelayListenerContainerFactory.class)).containsExactly("myFactory");
			assertThat(context.getBeanNamesForType(DelayListenerRegistry.class)).containsExactly("myRegistry");
		}
	}

	@Test
	void enablingTwiceCreatesEachBeanOnce() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				Again.class)) {
			assertThat(context.getBeanNamesForType(DelayListenerAnnotationBeanPostProcessor.class)).hasSize(1);
			assertThat(context.getBeanNamesForType(DelayTemplate.class)).hasSize(1);
		}
	}

	@Test
	void aContainerStartedManuallyStopsWithTheContext() {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				Listener.class);
		DelayListenerRegistry registry = context.getBean(DelayListenerRegistry.class);
		registry.stop();
		DelayListenerContainer container = registry.container("a");
		container.start();
		context.close();
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	void aContainerStartedManuallyStopsWithAContextThatCannotBeRefreshed() {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(StoreConfig.class, Listener.class);
		AtomicReference<DelayListenerContainer> container = new AtomicReference<>();
		context.registerBean("early", EarlyLifecycle.class, () -> new EarlyLifecycle(() -> {
			container.set(context.getBean(DelayListenerRegistry.class).container("a"));
			container.get().start();
			throw new IllegalStateException("Not today");
		}));
		assertThatExceptionOfType(ApplicationContextException.class).isThrownBy(context::refresh);
		assertThat(container.get().isRunning()).isFalse();
	}

	@Test
	void otherContainersStartAfterOneThatWasStartedManually() {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.register(StoreConfig.class, Listener.class);
		context.registerBean("early", EarlyLifecycle.class,
				() -> new EarlyLifecycle(() -> context.getBean(DelayListenerRegistry.class).container("a").start()));
		try (context) {
			context.refresh();
			DelayListenerRegistry registry = context.getBean(DelayListenerRegistry.class);
			assertThat(registry.container("b").isRunning()).isTrue();
			context.stop();
			assertThat(registry.containers()).noneMatch(DelayListenerContainer::isRunning);
			context.start();
			assertThat(registry.containers()).allMatch(DelayListenerContainer::isRunning);
		}
	}

	@Test
	void listenersOfAChildContextStopWithIt() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(StoreConfig.class)) {
			AnnotationConfigApplicationContext child = child(parent);
			DelayListenerRegistry registry = child.getBean(DelayListenerRegistry.class);
			assertThat(registry.topics()).containsExactly("a", "b");
			assertThat(parent.getBean(DelayListenerRegistry.class).topics()).isEmpty();
			Collection<DelayListenerContainer> containers = registry.containers();
			child.close();
			assertThat(containers).hasSize(2).noneMatch(DelayListenerContainer::isRunning);
		}
	}

	@Test
	void listenersOfParentAndChildOnOneTopicAreRefused() {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(StoreConfig.class,
				Listener.class)) {
			assertThatIllegalStateException().isThrownBy(() -> child(parent))
				.withMessageContaining("has two listeners")
				.withMessageContaining("one in a parent of the application context")
				.withMessageContaining("define the bean in only one of the contexts");
		}
	}

	@Test
	void applicationReceivesTheEventOfABuriedJob() throws Exception {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(StoreConfig.class,
				BuryingListener.class)) {
			context.getBean(DelayOperations.class).submit("a", "4711", Duration.ZERO);
			JobBuriedEvent event = context.getBean(BuryingListener.class).events.poll(10, TimeUnit.SECONDS);
			assertThat(event.payload(String.class)).contains("4711");
		}
	}

	private static AnnotationConfigApplicationContext child(ApplicationContext parent) {
		AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
		child.setParent(parent);
		child.register(Again.class, Listener.class);
		child.refresh();
		return child;
	}

	@Test
	void startFailsWithSeveralJsonMappersAndAdvisesAPrimaryOne() {
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> new AnnotationConfigApplicationContext(StoreConfig.class, TwoMappers.class))
			.withMessageContaining("several JsonMapper beans [first, second] and none is primary. "
					+ "Mark one as @Primary, or define a PayloadConverter bean");
	}

	@Test
	void missingStoreIsReported() {
		assertThatExceptionOfType(UnsatisfiedDependencyException.class)
			.isThrownBy(() -> new AnnotationConfigApplicationContext(Again.class))
			.withMessageContaining(JobStoreInspector.class.getName());
	}

	static class Listener {

		@DelayListener(topic = "a")
		void handleA(String payload) {
		}

		@DelayListener(topic = "b")
		void handleB(String payload) {
		}

	}

	static class BuryingListener {

		private final BlockingQueue<JobBuriedEvent> events = new LinkedBlockingQueue<>();

		@DelayListener(topic = "a")
		void handle(String payload, JobContext context) {
			context.bury("no such order");
		}

		@EventListener
		void onBuried(JobBuriedEvent event) {
			this.events.add(event);
		}

	}

	/**
	 * Starts before the registry does.
	 */
	static class EarlyLifecycle implements SmartLifecycle {

		private final Runnable onStart;

		EarlyLifecycle(Runnable onStart) {
			this.onStart = onStart;
		}

		@Override
		public void start() {
			this.onStart.run();
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

		@Override
		public int getPhase() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoMappers {

		@Bean
		JsonMapper first() {
			return new JsonMapper();
		}

		@Bean
		JsonMapper second() {
			return new JsonMapper();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class StoreConfig {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class NoAdministrator {

		private final MemoryJobStore store = new MemoryJobStore();

		@Bean
		JobStore store() {
			return new ForwardingJobStore(this.store);
		}

		@Bean
		JobStoreInspector inspector() {
			return mock(JobStoreInspector.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnAdmin {

		@Bean
		DelayAdmin myAdmin(MemoryJobStore store) {
			return new DelayAdmin(store, store, store);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Again {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		@Bean
		PayloadConverter myConverter() {
			return new SimplePayloadConverter();
		}

		@Bean
		DelayTemplate myTemplate(MemoryJobStore store, PayloadConverter converter) {
			return new DelayTemplate(store, store, converter);
		}

		@Bean
		DelayListenerContainerFactory myFactory(JobStore store) {
			return new DelayListenerContainerFactory(store);
		}

		@Bean
		DelayListenerRegistry myRegistry(DelayListenerContainerFactory factory) {
			return new DelayListenerRegistry(factory);
		}

	}

}
