// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.listener;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.Deliveries;
import io.delay.autoconfigure.StartupFailure;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An invalid listener fails the start with a message that names the method and the
 * remedy.
 */
class WrongListenersTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory();

	@Test
	void twoListenersOfOneTopicFailTheStart() {
		assertThatStartFails(this.runner.withBean(First.class).withBean(Second.class),
				"Topic 'order' has two listeners", "First", "Second", "give one of them a different topic");
	}

	@Test
	void twoListenersWithTheSameIdFailTheStart() {
		assertThatStartFails(this.runner.withBean(First.class).withBean(SameId.class),
				"Two listeners have the id 'order'", "First", "SameId", "Give one of them a different id");
	}

	@Test
	void listenerWithoutATopicFailsTheStart() {
		assertThatStartFails(this.runner.withBean(WithoutTopic.class), "WithoutTopic#handle", "has no topic",
				"@DelayListener(\"...\")");
	}

	@Test
	void topicWithInvalidCharactersFailsTheStart() {
		assertThatStartFails(this.runner.withBean(BadTopic.class), "BadTopic#handle",
				"Topic 'bad topic' must be 1 to 200 characters of A-Z a-z 0-9 . _ -");
	}

	@Test
	void ttrThatIsNoDurationFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("ttr=soon"), "Tuned#handle",
				"has ttr 'soon', resolved from '${ttr:}', which must be a duration with a unit, such as 500ms, 30s or PT30S");
	}

	@Test
	void ttrOfZeroFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("ttr=0s"), "Tuned#handle",
				"TTR PT0S must be longer than zero");
	}

	@Test
	void concurrencyThatIsNoNumberFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("concurrency=many"), "Tuned#handle",
				"has concurrency 'many'", "which must be a whole number");
	}

	@Test
	void concurrencyOfZeroFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("concurrency=0"), "Tuned#handle",
				"Concurrency 0 must be at least 1");
	}

	@Test
	void maximumOfZeroAttemptsFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("max-attempts=0"), "Tuned#handle",
				"Max attempts 0 must be 1 to 99999");
	}

	@Test
	void rateLimitWithoutATimeFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("rate-limit=100"), "Tuned#handle",
				"has rateLimit '100', resolved from '${rate-limit:}', which must be a rate such as 100/s, 10/m or 1/h");
	}

	@Test
	void unknownBackoffTypeFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("backoff-type=slow"), "Tuned#handle",
				"has backoff type 'slow'", "must be one of ttr, fixed, exponential.");
	}

	@Test
	void backoffDelayWithoutATypeFailsTheStart() {
		assertThatStartFails(this.runner.withBean(Tuned.class).withPropertyValues("backoff-delay=5s"), "Tuned#handle",
				"has no effect without a type: set the type to 'fixed' or 'exponential'");
	}

	@Test
	void unresolvablePlaceholderFailsTheStart() {
		assertThatStartFails(
				this.runner.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
					.withBean(Unresolvable.class),
				"Unresolvable#handle", "has topic '${missing}', which cannot be resolved");
	}

	@Test
	void listenerOfAPrototypeFailsTheStart() {
		this.runner
			.withBean(First.class, First::new, (definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE))
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains(First.class.getName(), "not a singleton");
				assertThat(analysis.getAction()).contains("Make the bean a singleton", "scoped proxy");
			});
	}

	@Test
	void privateMethodOfAProxiedBeanFailsTheStart() {
		this.runner.withBean(ProxyingPostProcessor.class, () -> new ProxyingPostProcessor(true))
			.withBean(PrivateMethod.class)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("PrivateMethod#handle(String) is private", "proxy");
				assertThat(analysis.getAction()).contains("Remove 'private'");
			});
	}

	@Test
	void finalMethodOfAProxiedBeanFailsTheStart() {
		this.runner.withBean(ProxyingPostProcessor.class, () -> new ProxyingPostProcessor(true))
			.withBean(FinalMethod.class)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("FinalMethod#handle(String) is final", "proxy");
				assertThat(analysis.getAction()).contains("Remove 'final'");
			});
	}

	@Test
	void methodThatIsMissingInTheInterfacesOfAProxyFailsTheStart() {
		this.runner.withBean(ProxyingPostProcessor.class, () -> new ProxyingPostProcessor(false))
			.withBean(Hidden.class)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailure.analyze(context);
				assertThat(analysis.getDescription()).contains("Hidden#handle(String)",
						"no interface of the bean declares it");
				assertThat(analysis.getAction()).contains("Declare the method in an interface",
						"proxyTargetClass=true");
			});
	}

	@Test
	void asynchronousMethodWithAnUnknownReturnTypeFailsTheStart() {
		assertThatStartFails(this.runner.withBean(PlainFuture.class), "PlainFuture#handle(String) returns a",
				"acknowledged before the work is done", "do the work before the method returns");
	}

	@Test
	void privateAndFinalMethodsOfABeanWithoutAProxyAreCalled() {
		this.runner.withBean(PrivateMethod.class).withBean(FinalMethod.class).run((context) -> {
			DelayTemplate template = context.getBean(DelayTemplate.class);
			template.submit("private", "a", Duration.ZERO);
			template.submit("final", "b", Duration.ZERO);
			assertThat(context.getBean(PrivateMethod.class).handled.next()).isEqualTo("a");
			assertThat(context.getBean(FinalMethod.class).handled.next()).isEqualTo("b");
		});
	}

	@Test
	void failureSeparatesTheProblemFromTheRemedy() {
		this.runner.withBean(WithoutTopic.class).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).endsWith("has no topic.");
			assertThat(analysis.getAction()).isEqualTo("Set one: @DelayListener(\"...\").");
		});
	}

	private static void assertThatStartFails(ApplicationContextRunner runner, String... words) {
		runner.run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription() + "\n" + analysis.getAction()).contains(words);
			assertThat(analysis.getAction()).isNotBlank();
		});
	}

	static class First {

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

	static class Second {

		@DelayListener(topic = "order", id = "second")
		void handle(String order) {
		}

	}

	static class SameId {

		@DelayListener(topic = "refund", id = "order")
		void handle(String order) {
		}

	}

	static class WithoutTopic {

		@DelayListener
		void handle(String order) {
		}

	}

	static class BadTopic {

		@DelayListener(topic = "bad topic")
		void handle(String order) {
		}

	}

	static class Unresolvable {

		@DelayListener(topic = "${missing}")
		void handle(String order) {
		}

	}

	static class PrivateMethod {

		private final Deliveries<String> handled = new Deliveries<>();

		@DelayListener(topic = "private")
		private void handle(String order) {
			this.handled.add(order);
		}

	}

	static class FinalMethod {

		private final Deliveries<String> handled = new Deliveries<>();

		@DelayListener(topic = "final")
		final void handle(String order) {
			this.handled.add(order);
		}

	}

	static class Hidden implements Runnable {

		@Override
		public void run() {
		}

		@DelayListener(topic = "order")
		void handle(String order) {
		}

	}

	static class PlainFuture {

		@DelayListener(topic = "order")
		Future<Void> handle(String order) {
			return CompletableFuture.completedFuture(null);
		}

	}

	/**
	 * Puts a proxy around the listeners.
	 *
	 * @param proxyTargetClass whether the proxy is a subclass
	 */
	record ProxyingPostProcessor(boolean proxyTargetClass) implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (bean.getClass().getEnclosingClass() != WrongListenersTests.class) {
				return bean;
			}
			ProxyFactory factory = new ProxyFactory(bean);
			factory.setProxyTargetClass(this.proxyTargetClass);
			return factory.getProxy(getClass().getClassLoader());
		}

	}

	static class Tuned {

		@DelayListener(topic = "order", ttr = "${ttr:}", concurrency = "${concurrency:}",
				maxAttempts = "${max-attempts:}", rateLimit = "${rate-limit:}",
				backoff = @Backoff(type = "${backoff-type:}", delay = "${backoff-delay:}"))
		void handle(String order) {
		}

	}

}
