// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.javapoet.ClassName;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;

import io.delay.listener.JobContext;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image needs for listeners, taken from the beans of an application when it
 * is processed ahead of time.
 */
@Tag("versions")
class ListenerHintsTests {

	private final RuntimeHints hints = process(Listeners.class, GenericChild.class);

	private static RuntimeHints process(Class<?>... beans) {
		GenericApplicationContext context = new GenericApplicationContext();
		AnnotatedBeanDefinitionReader reader = new AnnotatedBeanDefinitionReader(context);
		reader.register(Config.class);
		reader.register(beans);
		GeneratedFiles files = new InMemoryGeneratedFiles();
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(ListenerHintsTests.class)), files);
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		generation.writeGeneratedContent();
		return generation.getRuntimeHints();
	}

	private void assertCalled(Class<?> type, String method) {
		assertThat(this.hints).matches(RuntimeHintsPredicates.reflection()
			.onMethod(Arrays.stream(type.getDeclaredMethods())
				.filter((candidate) -> candidate.getName().equals(method))
				.findFirst()
				.orElseThrow())
			.invoke());
	}

	private void assertRead(Class<?>... payloads) {
		for (Class<?> payload : payloads) {
			assertThat(this.hints).matches(RuntimeHintsPredicates.reflection()
				.onType(payload)
				.withMemberCategories(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
		}
	}

	@Test
	void methodsCanBeCalled() {
		List.of("plain", "list", "optional", "message", "repeated", "meta")
			.forEach((method) -> assertCalled(Listeners.class, method));
	}

	@Test
	void payloadsAndTheirPropertiesCanBeRead() {
		assertRead(Order.class, Line.class, InList.class, InOptional.class, InMessage.class, Repeated.class,
				Meta.class);
		assertThat(this.hints).matches(RuntimeHintsPredicates.reflection().onMethod(Line.class, "amount").invoke());
	}

	@Test
	void payloadOfAnInheritedGenericMethodCanBeRead() {
		assertCalled(GenericBase.class, "handle");
		assertRead(Inherited.class);
	}

	@Test
	void parametersThatAreNoPayloadNeedNoHints() {
		assertThat(RuntimeHintsPredicates.reflection().onType(NoPayload.class)).rejects(this.hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(JobContext.class)).rejects(this.hints);
	}

	@Test
	void attributesOfTheAnnotationsCanBeRead() {
		for (Class<?> annotation : List.of(DelayListener.class, DelayListeners.class, Backoff.class)) {
			assertThat(this.hints).matches(RuntimeHintsPredicates.reflection()
				.onType(annotation)
				.withMemberCategories(MemberCategory.INVOKE_DECLARED_METHODS));
		}
	}

	@Test
	void librariesOnTheClassPathAreFound() {
		for (String library : List.of("jakarta.validation.ConstraintViolation", "org.slf4j.MDC",
				"tools.jackson.databind.json.JsonMapper", "com.fasterxml.jackson.databind.ObjectMapper")) {
			assertThat(this.hints).matches(RuntimeHintsPredicates.reflection().onType(TypeReference.of(library)));
		}
	}

	record Order(String id, List<Line> lines) {

	}

	record Line(int amount) {

	}

	record InList(String id) {

	}

	record InOptional(String id) {

	}

	record InMessage(String id) {

	}

	record Repeated(String id) {

	}

	record Meta(String id) {

	}

	record Inherited(String id) {

	}

	record NoPayload(String id) {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableDelay
	static class Config {

		@Bean
		MemoryJobStore store() {
			return new MemoryJobStore();
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DelayListener
	@interface OwnListener {

		@AliasFor(annotation = DelayListener.class, attribute = "topic")
		String value();

	}

	static class Listeners {

		@DelayListener(topic = "plain")
		void plain(Order order, @Header("other") NoPayload header, JobContext context) {
		}

		@DelayListener(topic = "list")
		void list(List<InList> orders) {
		}

		@DelayListener(topic = "optional")
		void optional(Optional<InOptional> order) {
		}

		@DelayListener(topic = "message")
		void message(Message<List<InMessage>> message) {
		}

		@DelayListener(topic = "first")
		@DelayListener(topic = "second")
		void repeated(Repeated order) {
		}

		@OwnListener("meta")
		void meta(Meta order) {
		}

	}

	abstract static class GenericBase<T> {

		@DelayListener(topic = "generic")
		void handle(List<T> payloads) {
		}

	}

	static class GenericChild extends GenericBase<Inherited> {

	}

}
