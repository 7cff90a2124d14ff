// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.MapPropertySource;

import io.delay.listener.JobContext;
import io.delay.listener.container.DelayListenerContainer;
import io.delay.listener.container.DelayListenerRegistry;
import io.delay.store.memory.MemoryJobStore;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The topics of a {@link DelayListener}, and the listeners that they make.
 */
@Timeout(30)
class ListenerTopicsTests {

	private static final BlockingQueue<String> HANDLED = new LinkedBlockingQueue<>();

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	ListenerTopicsTests() {
		HANDLED.clear();
		this.context.register(Config.class);
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("my.topic", "placed", "my.none", " ", "my.topics",
					"third, fourth", "my.gap", "fifth,,sixth")));
	}

	private DelayListenerRegistry refresh(Class<?> bean) {
		this.context.registerBean(bean.getSimpleName(), bean);
		this.context.refresh();
		return this.context.getBean(DelayListenerRegistry.class);
	}

	private String handled(String topic) throws InterruptedException {
		this.context.getBean(DelayTemplate.class).submit(topic, "x", Duration.ZERO);
		return HANDLED.poll(10, TimeUnit.SECONDS);
	}

	@Test
	void valueIsTheTopic() throws Exception {
		try (this.context) {
			assertThat(refresh(ValueListener.class).topics()).containsExactly("by-value");
			assertThat(handled("by-value")).startsWith("by-value on delay-by-value-");
		}
	}

	@Test
	void valueAndTopicMustNotDiffer() {
		try (this.context) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> refresh(DifferingListener.class))
				.withMessageContaining("attribute 'topic' and its alias 'value'");
		}
	}

	@Test
	void eachTopicOfAMethodHasAListenerWithItsOwnThreads() throws Exception {
		try (this.context) {
			DelayListenerRegistry registry = refresh(SeveralListener.class);
			assertThat(registry.topics()).containsExactly("first", "placed");
			assertThat(registry.containers()).extracting(DelayListenerContainer::id).containsExactly("first", "placed");
			assertThat(registry.containers())
				.allSatisfy((container) -> assertThat(container.endpoint().settings().concurrency()).isEqualTo(2));
			assertThat(handled("first")).startsWith("first on delay-first-");
			assertThat(handled("placed")).startsWith("placed on delay-placed-");
		}
	}

	@Test
	void idOfAMethodWithSeveralTopicsIsCompletedByTheTopic() {
		try (this.context) {
			DelayListenerRegistry registry = refresh(NamedListener.class);
			assertThat(registry.container("mine-first").topic()).isEqualTo("first");
			assertThat(registry.container("mine-second").topic()).isEqualTo("second");
		}
	}

	@Test
	void metaAnnotationMayHaveOneTopicOrSeveral() {
		try (this.context) {
			assertThat(refresh(MetaListener.class).topics()).containsExactly("one", "three", "two");
		}
	}

	@Test
	void propertyAndExpressionMayNameSeveralTopics() throws Exception {
		try (this.context) {
			DelayListenerRegistry registry = refresh(ListListener.class);
			assertThat(registry.topics()).containsExactlyInAnyOrder("third", "fourth", "in-list", "in-list-2",
					"in-array", "in-array-2", "only");
			assertThat(registry.container("mine-in-array").topic()).isEqualTo("in-array");
			assertThat(handled("in-list-2")).startsWith("in-list-2 on ");
		}
	}

	@Test
	void failureHandlerMayNameSeveralTopicsInAProperty() throws Exception {
		try (this.context) {
			refresh(ListFailureHandler.class);
			assertThat(handled("third")).isEqualTo("failed third");
			assertThat(handled("fourth")).isEqualTo("failed fourth");
		}
	}

	@Test
	void emptyTopicInAListIsRefused() {
		try (this.context) {
			assertThatIllegalStateException().isThrownBy(() -> refresh(GapListener.class))
				.withMessageContaining("GapListener#handle of bean 'GapListener' has no topic");
		}
	}

	@Test
	void topicThatResolvesToNothingIsRefusedEvenIfOthersAreGiven() {
		try (this.context) {
			assertThatIllegalStateException().isThrownBy(() -> refresh(BlankListener.class))
				.withMessage("@DelayListener method BlankListener#handle of bean 'BlankListener' has no topic. "
						+ "Set one: @DelayListener(\"...\")");
		}
	}

	@Test
	void topicThatIsGivenTwiceIsRefused() {
		try (this.context) {
			assertThatIllegalStateException().isThrownBy(() -> refresh(TwiceListener.class))
				.withMessageContaining("Topic 'same' has two listeners");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	static class ValueListener {

		@DelayListener("by-value")
		void handle(JobContext job) {
			HANDLED.add(job.topic() + " on " + Thread.currentThread().getName());
		}

	}

	static class DifferingListener {

		@DelayListener(value = "a", topic = "b")
		void handle(String payload) {
		}

	}

	static class SeveralListener {

		@DelayListener(topic = { "first", "${my.topic}" }, concurrency = "2")
		void handle(JobContext job) {
			HANDLED.add(job.topic() + " on " + Thread.currentThread().getName());
		}

	}

	static class ListListener {

		@DelayListener(topic = { "${my.topics}", "#{T(java.util.List).of('in-list', 'in-list-2')}",
				"#{new String[] { 'in-array', 'in-array-2' }}", "#{T(java.util.Set).of('only')}" }, id = "mine")
		void handle(JobContext job) {
			HANDLED.add(job.topic() + " on " + Thread.currentThread().getName());
		}

	}

	static class ListFailureHandler {

		@DelayListener(topic = "${my.topics}", maxAttempts = "1")
		void handle(String payload) {
			throw new IllegalStateException("Wanted");
		}

		@DelayFailureHandler("${my.topics}")
		void failed(JobContext job) {
			HANDLED.add("failed " + job.topic());
		}

	}

	static class GapListener {

		@DelayListener("${my.gap}")
		void handle(String payload) {
		}

	}

	static class NamedListener {

		@DelayListener(topic = { "first", "second" }, id = "mine")
		void handle(String payload) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener
	@interface OneTopic {

		@AliasFor(annotation = DelayListener.class, attribute = "topic")
		String name();

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener
	@interface SeveralTopics {

		@AliasFor(annotation = DelayListener.class, attribute = "value")
		String[] value();

	}

	static class MetaListener {

		@OneTopic(name = "one")
		@SeveralTopics({ "two", "three" })
		void handle(String payload) {
		}

	}

	static class BlankListener {

		@DelayListener({ "first", "${my.none}" })
		void handle(String payload) {
		}

	}

	static class TwiceListener {

		@DelayListener({ "same", "same" })
		void handle(String payload) {
		}

	}

}
