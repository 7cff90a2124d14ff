// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import tools.jackson.databind.json.JsonMapper;

import io.delay.converter.JacksonPayloadConverter;
import io.delay.event.JobBuriedEvent;
import io.delay.job.Job;
import io.delay.listener.adapter.HandlerMethodJobHandlerFactory;
import io.delay.listener.watch.DelayEventPublisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * When the arguments of a listener method cannot be resolved, no value of a header or a
 * payload reaches the log, the stored reason or the event.
 */
@Timeout(30)
class ConfidentialValuesTests {

	private static final String SECRET = "s3cr3t";

	private final ContainerFixture fixture = new ContainerFixture();

	private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

	private final DelayEventPublisher publication = this.fixture.publishTo(this.events::add);

	@AfterEach
	void stop() {
		this.fixture.close();
		this.publication.destroy();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					missingHeader     | Missing header 'none' for parameter 1 of Listener#missingHeader(String)
					headerAsNumber    | Parameter 1 of Listener#headerAsNumber(int) cannot be resolved: org.springframework.core.convert.ConversionFailedException, caused by java.lang.NumberFormatException
					headerAsEnum      | Parameter 1 of Listener#headerAsEnum(TimeUnit) cannot be resolved: org.springframework.core.convert.ConversionFailedException, caused by java.lang.IllegalArgumentException
					headerAsParsed    | Parameter 1 of Listener#headerAsParsed(Parsed) cannot be resolved: org.springframework.core.convert.ConversionFailedException
					headerAsUnknown   | Parameter 1 of Listener#headerAsUnknown(Runnable) cannot be resolved: org.springframework.core.convert.ConverterNotFoundException
					unreadable        | Cannot read a payload into type
					brokenDeserializer| Cannot read a payload into type
					assertion         | Parameter 1 of Listener#assertion(Asserted) cannot be resolved: java.lang.AssertionError
					otherMessage      | Parameter 1 of Listener#otherMessage(OtherMessage) cannot be resolved: org.springframework.messaging.handler.annotation.support.MethodArgumentTypeMismatchException
					interpolated      | is not a valid io.delay.listener.ConfidentialValuesTests$Interpolated: text violates @Size(max=2)
					constantMessage   | is not a valid io.delay.listener.ConfidentialValuesTests$ConstantMessage: text violates @Size(max=2): too long for us
					ownConstraint     | is not a valid io.delay.listener.ConfidentialValuesTests$Constrained: text violates @Quoting
					brokenConstraint  | Parameter 1 of Listener#brokenConstraint(Broken) cannot be resolved: jakarta.validation.ValidationException, caused by java.lang.IllegalStateException
					springValidator   | is not a valid io.delay.listener.ConfidentialValuesTests$Checked: text violates 'text.bad'; violates 'checked.bad'
					""")
	void logsReasonsAndEventsContainNoConfidentialValue(String method, String reason) throws Exception {
		try (RecordedLog own = new RecordedLog("io.delay");
				RecordedLog spring = new RecordedLog("org.springframework")) {
			this.fixture.template.submit(Job.to(ContainerFixture.TOPIC)
				.id("a")
				.payload(("{\"text\":\"" + SECRET + "\"}").getBytes(StandardCharsets.UTF_8))
				.header("tenant", SECRET)
				.build());
			this.fixture.start(ContainerFixture.settings(), handler(method));
			JobBuriedEvent event = (JobBuriedEvent) this.events.poll(10, TimeUnit.SECONDS);
			assertThat(event.reason().error()).startsWith(UnprocessableJobException.class.getName())
				.contains(reason)
				.doesNotContain(SECRET);
			assertThat(this.fixture.template.find(ContainerFixture.TOPIC, "a").orElseThrow().failures().last())
				.isEqualTo(event.reason());
			await().atMost(Duration.ofSeconds(10)).until(() -> own.text().contains("job 'a'"));
			assertThat(own.text()).doesNotContain(SECRET);
			assertThat(spring.text()).doesNotContain(SECRET);
		}
	}

	private static JobHandler handler(String name) {
		Method method = Arrays.stream(Listener.class.getDeclaredMethods())
			.filter((candidate) -> candidate.getName().equals(name))
			.findFirst()
			.orElseThrow();
		return new HandlerMethodJobHandlerFactory(new JacksonPayloadConverter(JsonMapper.builder().build()),
				new BothValidators(), null)
			.create(new Listener(), method);
	}

	record Text(int text) {

	}

	record Quoted(String text) {

		Quoted {
			throw new IllegalStateException("Cannot be " + text);
		}

	}

	record Asserted(String text) {

		Asserted {
			throw new AssertionError("Cannot be " + text);
		}

	}

	record Interpolated(@Size(max = 2, message = "must not be ${validatedValue}") String text) {

	}

	record ConstantMessage(@Size(max = 2, message = "too long for us") String text) {

	}

	record Constrained(@Quoting String text) {

	}

	record Broken(@Quoting(broken = true) String text) {

	}

	record Checked(String text) {

	}

	public static final class Parsed {

		public static Parsed valueOf(String text) {
			throw new IllegalArgumentException("Cannot be " + text);
		}

	}

	static final class OtherMessage extends GenericMessage<String> {

		OtherMessage(String payload) {
			super(payload, Map.of());
		}

	}

	@Constraint(validatedBy = QuotingValidator.class)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Quoting {

		boolean broken() default false;

		String message() default "{quoting}";

		Class<?>[] groups() default {};

		Class<? extends Payload>[] payload() default {};

	}

	public static final class QuotingValidator implements ConstraintValidator<Quoting, String> {

		private boolean broken;

		@Override
		public void initialize(Quoting annotation) {
			this.broken = annotation.broken();
		}

		@Override
		public boolean isValid(String value, ConstraintValidatorContext context) {
			if (this.broken) {
				throw new IllegalStateException("Cannot be " + value);
			}
			context.disableDefaultConstraintViolation();
			context.buildConstraintViolationWithTemplate("must not be " + value).addConstraintViolation();
			return false;
		}

	}

	/**
	 * Bean Validation, and a validator of Spring for one type.
	 */
	private static final class BothValidators implements Validator {

		private final LocalValidatorFactoryBean beanValidation = new LocalValidatorFactoryBean();

		BothValidators() {
			this.beanValidation.afterPropertiesSet();
		}

		@Override
		public boolean supports(Class<?> type) {
			return true;
		}

		@Override
		public void validate(Object target, Errors errors) {
			if (target instanceof Checked checked) {
				errors.rejectValue("text", "text.bad", new Object[] { checked.text() },
						"must not be " + checked.text());
				errors.reject("checked.bad", checked.text());
				return;
			}
			this.beanValidation.validate(target, errors);
		}

	}

	@SuppressWarnings("unused")
	private static final class Listener {

		void missingHeader(@Header("none") String header) {
		}

		void headerAsNumber(@Header("tenant") int header) {
		}

		void headerAsEnum(@Header("tenant") TimeUnit header) {
		}

		void headerAsParsed(@Header("tenant") Parsed header) {
		}

		void headerAsUnknown(@Header("tenant") Runnable header) {
		}

		void unreadable(Text text) {
		}

		void brokenDeserializer(Quoted text) {
		}

		void assertion(Asserted text) {
		}

		void otherMessage(OtherMessage message) {
		}

		void interpolated(@Valid Interpolated text) {
		}

		void constantMessage(@Valid ConstantMessage text) {
		}

		void ownConstraint(@Valid Constrained text) {
		}

		void brokenConstraint(@Valid Broken text) {
		}

		void springValidator(@Validated Checked text) {
		}

	}

}
