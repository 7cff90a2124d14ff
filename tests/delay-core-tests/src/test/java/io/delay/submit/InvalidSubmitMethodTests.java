// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import kotlinx.coroutines.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.delay.annotation.EnableDelay;
import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class InvalidSubmitMethodTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					NoTopic          | @DelaySubmit | has no topic
					BadTopic         | @DelaySubmit | has topic 'not a topic', which is invalid: Topic 'not a topic' must be
					MissingProperty  | @DelaySubmit | has topic '${missing}', which is invalid
					BadExpression    | @DelaySubmit | has id '#id +', which is not a valid expression
					BadCondition     | @DelayCancel | has condition '(', which is not a valid expression
					UnknownVariable  | @DelaySubmit | has id '#order.id', which is not a valid expression: there is no variable #order. Use one of #id, #a0, #p0
					NoResult         | @DelaySubmit | has id '#result', which is not a valid expression: there is no variable #result
					ForgottenSign    | @DelaySubmit | has id 'id.length()', which is not a valid expression: there is no property 'id'. Write #id to refer to a parameter
					BothTimes        | @DelaySubmit | has both delay and dueTime
					NegativeDelay    | @DelaySubmit | has delay '-5s', which is invalid: Delay PT-5S must not be negative
					BadDelay         | @DelaySubmit | has delay '5 parsecs', which is neither a duration such as 30m nor a valid expression
					NumberAsDelay    | @DelaySubmit | has delay '30', which is invalid: '30' has no unit. Write, for instance, 500ms, 30s or PT30S
					NumberAsTtr      | @DelaySubmit | has ttr '30', which is invalid: '30' has no unit
					EmptyDelay       | @DelaySubmit | has delay '${missing:}', whose value is empty
					EmptyTtr         | @DelaySubmit | has ttr '${missing:}', whose value is empty
					EmptyAttempts    | @DelaySubmit | has maxAttempts '${missing:}', whose value is empty
					ReplaceWithoutId | @DelaySubmit | has onConflict REPLACE but no id
					RejectWithoutId  | @DelaySubmit | has onConflict REJECT but no id
					BadTtr           | @DelaySubmit | has ttr '0s', which is invalid
					BadAttempts      | @DelaySubmit | has maxAttempts 'many', which is invalid
					NoPayload        | @DelaySubmit | has no payload
					NoCancelledId    | @DelayCancel | has no id
					""")
	void invalidAttributeIsReportedAtStartUp(String type, String annotation, String problem) throws Exception {
		assertThat(failure(type)).hasMessageContaining(annotation + " on method "
				+ InvalidSubmitMethodTests.class.getName() + "$" + type + "#method " + problem);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			PrivateMethod    | is private or static
			StaticMethod     | is private or static
			FinalMethod      | is final
			FutureMethod     | is asynchronous: it returns before its work is done
			StageMethod      | is asynchronous: it returns before its work is done
			CoroutineMethod  | is asynchronous: it returns before its work is done
			ClassOnlyMethod  | cannot be called through the bean's proxy, which implements interfaces only
			""")
	void methodThatCannotBeInterceptedIsReportedAtStartUp(String type, String problem) throws Exception {
		assertThat(failure(type)).hasMessageContaining("Method " + InvalidSubmitMethodTests.class.getName() + "$" + type
				+ "#method has @DelaySubmit or @DelayCancel but " + problem);
	}

	@Test
	void methodThatNoInterfaceDeclaresIsInterceptedThroughAProxyOfTheClass() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(
				ClassProxyApplication.class, ClassOnlyMethod.class)) {
			context.getBean(ClassOnlyMethod.class).method("a");
			assertThat(context.getBean(MemoryJobStore.class).status("orders").counts()).containsEntry(JobState.READY,
					1L);
		}
	}

	@Test
	void finalClassIsReportedAtStartUp() {
		assertThat(catchThrowableOfType(BeanCreationException.class, () -> start(FinalClass.class)))
			.hasStackTraceContaining(FinalClass.class.getName())
			.hasStackTraceContaining("final class");
	}

	@Test
	void namesInsideOfExpressionsThatAreNotVariablesAreAccepted() {
		start(NestedNames.class);
	}

	@Test
	void beansThatReferToEachOtherAreAccepted() {
		start(First.class, Second.class);
	}

	private static InvalidSubmitMethodException failure(String type) throws ClassNotFoundException {
		Class<?> bean = Class.forName(InvalidSubmitMethodTests.class.getName() + "$" + type);
		BeanCreationException ex = catchThrowableOfType(BeanCreationException.class, () -> start(bean));
		assertThat(ex).isNotNull().hasCauseInstanceOf(InvalidSubmitMethodException.class);
		InvalidSubmitMethodException cause = (InvalidSubmitMethodException) ex.getCause();
		assertThat(cause).hasMessage(cause.problem() + ". " + cause.remedy());
		return cause;
	}

	private static void start(Class<?>... beans) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(Application.class);
			context.register(beans);
			context.refresh();
		}
	}

	@Configuration
	@EnableDelay
	static class Application {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	@Configuration
	@EnableDelay(proxyTargetClass = true)
	static class ClassProxyApplication {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	static class NoTopic {

		@DelaySubmit
		void method(String id) {
		}

	}

	static class BadTopic {

		@DelaySubmit(topic = "not a topic")
		void method(String id) {
		}

	}

	static class MissingProperty {

		@DelaySubmit(topic = "${missing}")
		void method(String id) {
		}

	}

	static class BadExpression {

		@DelaySubmit(topic = "orders", id = "#id +")
		void method(String id) {
		}

	}

	static class BadCondition {

		@DelayCancel(topic = "orders", id = "#id", condition = "(")
		void method(String id) {
		}

	}

	static class UnknownVariable {

		@DelaySubmit(topic = "orders", id = "#order.id")
		void method(String id) {
		}

	}

	static class NoResult {

		@DelaySubmit(topic = "orders", id = "#result")
		void method(String id) {
		}

	}

	static class ForgottenSign {

		@DelaySubmit(topic = "orders", id = "id.length()")
		void method(String id) {
		}

	}

	static class BothTimes {

		@DelaySubmit(topic = "orders", delay = "5s", dueTime = "T(java.time.Instant).now()")
		void method(String id) {
		}

	}

	static class NegativeDelay {

		@DelaySubmit(topic = "orders", delay = "-5s")
		void method(String id) {
		}

	}

	static class BadDelay {

		@DelaySubmit(topic = "orders", delay = "5 parsecs")
		void method(String id) {
		}

	}

	static class EmptyDelay {

		@DelaySubmit(topic = "orders", delay = "${missing:}")
		void method(String id) {
		}

	}

	static class EmptyTtr {

		@DelaySubmit(topic = "orders", ttr = "${missing:}")
		void method(String id) {
		}

	}

	static class EmptyAttempts {

		@DelaySubmit(topic = "orders", maxAttempts = "${missing:}")
		void method(String id) {
		}

	}

	static class ReplaceWithoutId {

		@DelaySubmit(topic = "orders", onConflict = ConflictPolicy.REPLACE)
		void method(String id) {
		}

	}

	static class RejectWithoutId {

		@DelaySubmit(topic = "orders", onConflict = ConflictPolicy.REJECT)
		void method(String id) {
		}

	}

	static class NumberAsDelay {

		@DelaySubmit(topic = "orders", delay = "30")
		void method(String id) {
		}

	}

	static class NumberAsTtr {

		@DelaySubmit(topic = "orders", ttr = "30")
		void method(String id) {
		}

	}

	static class BadTtr {

		@DelaySubmit(topic = "orders", ttr = "0s")
		void method(String id) {
		}

	}

	static class BadAttempts {

		@DelaySubmit(topic = "orders", maxAttempts = "many")
		void method(String id) {
		}

	}

	static class NoPayload {

		@DelaySubmit(topic = "orders")
		void method(String id, String other) {
		}

	}

	static class NoCancelledId {

		@DelayCancel(topic = "orders")
		void method(String id) {
		}

	}

	static class PrivateMethod {

		@DelaySubmit(topic = "orders")
		private void method(String id) {
		}

	}

	static class StaticMethod {

		@DelaySubmit(topic = "orders")
		static void method(String id) {
		}

	}

	static class FinalMethod {

		@DelaySubmit(topic = "orders")
		final void method(String id) {
		}

	}

	static class FutureMethod {

		@DelaySubmit(topic = "orders")
		CompletableFuture<String> method(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

	static class CoroutineMethod {

		@DelaySubmit(topic = "orders")
		Job method(String id) {
			return CompletableFuture::new;
		}

	}

	static class StageMethod {

		@DelayCancel(topic = "orders", id = "#id")
		CompletionStage<String> method(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

	static class ClassOnlyMethod implements Supplier<String> {

		@Override
		public String get() {
			return "";
		}

		@DelaySubmit(topic = "orders")
		void method(String id) {
		}

	}

	static final class FinalClass {

		@DelaySubmit(topic = "orders")
		void method(String id) {
		}

	}

	static class First {

		@Autowired
		Second second;

		@DelaySubmit(topic = "orders")
		void method(String id) {
		}

	}

	static class Second {

		@Autowired
		First first;

	}

	static class NestedNames {

		@DelaySubmit(topic = "orders", id = "#ids.?[!empty].![bytes][0]", payload = "{ids: #ids, first: #root.args[0]}",
				delay = "T(java.time.Duration).ofSeconds(1)",
				condition = "#root.method.name == 'method' and #p0 != null")
		Duration method(List<String> ids) {
			return Duration.ZERO;
		}

	}

}
