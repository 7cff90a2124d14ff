// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.DelayContexts;
import io.delay.autoconfigure.StartupFailure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * An invalid setting fails the start with a message that names it and the remedy.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("versions")
@Tag("thorough")
class WrongSettingsTests {

	private final ApplicationContextRunner runner = DelayContexts.inMemory();

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					delay.job.ttr                      | -5s   | TTR PT-5S must be longer than zero
					delay.job.ttr                      | 0     | TTR PT0S must be longer than zero
					delay.job.ttr                      | soon  | 'soon' is not a valid duration
					delay.job.max-attempts             | 0     | Max attempts 0 must be 1 to 99999
					delay.job.max-payload-size         | 0B    | Max payload size 0B must be at least one byte
					delay.listener.concurrency         | 0     | Concurrency 0 must be at least 1
					delay.listener.auto-startup        | maybe | Invalid boolean value 'maybe'
					delay.listener.shutdown-timeout    | -1s   | Shutdown timeout PT-1S must not be negative
					delay.listener.look-ahead          | 1001ms | Window PT1.001S must be zero to 1000 ms
					delay.listener.look-ahead          | 1500us | Window PT0.0015S must consist of whole milliseconds
					delay.listener.backoff.type        | slow  | No enum constant io.delay.listener.BackoffPolicy.Type.slow
					delay.listener.backoff.delay       | -1s   | Delay PT-1S must not be negative
					delay.listener.backoff.multiplier  | 0.5   | Backoff multiplier 0.5 must be 1 or more
					delay.listener.backoff.max-delay   | -1s   | Delay PT-1S must not be negative
					delay.listener.backoff.jitter      | -1s   | Delay PT-1S must not be negative
					delay.listener.max-run-time        | 0s    | Max run time PT0S must be longer than zero
					delay.topics.order.max-run-time    | -1s   | Max run time PT-1S must be longer than zero
					delay.topics.order.ttr             | -1s   | TTR PT-1S must be longer than zero
					delay.topics.order.concurrency     | 0     | Concurrency 0 must be at least 1
					delay.topics.order.max-attempts    | 0     | Max attempts 0 must be 1 to 99999
					delay.topics.order.rate-limit      | 100   | Rate limit '100' must be a number of jobs per second, minute or hour
					delay.topics.order.rate-limit      | 0/s   | Rate limit 0 must be 1 to 1000000
					delay.failed.max-age               | -1s   | Max age PT-1S of failed jobs must be a minute or longer
					delay.failed.max-age               | 59s   | Max age PT59S of failed jobs must be a minute or longer
					delay.failed.max-age               | 7     | must be a minute or longer. Give it a unit, as in 7d
					delay.failed.max-age               | 200000000000d | must be at most 365000 days. Omit the limit
					delay.failed.max-count             | -1    | Max count -1 of failed jobs must not be negative
					delay.failed.stack-trace-size      | -1    | Stack trace size -1B of failed jobs must be 0 to 16KB. Give it a unit, as in 4KB
					delay.failed.stack-trace-size      | 17KB  | must be 0 to 16KB
					delay.history.max-count            | -1    | Max count -1 of finished runs must be 0 to 1000000
					delay.history.max-count            | 1000001 | Max count 1000001 of finished runs must be 0 to
					delay.history.max-age              | 59s   | Max age PT59S of finished runs must be a minute or
					delay.history.max-age              | 200000000000d | must be at most 365000 days
					delay.topics.order.history.max-age | 7     | must be a minute or longer. Give it a unit, as in 7d
					delay.topics.order.failed.max-age  | -1s   | Max age PT-1S of failed jobs must be a minute or longer
					delay.topics.order.failed.max-count | -1   | Max count -1 of failed jobs must not be negative
					delay.redis.partitions             | 0     | Number of partitions 0 must be 1 to 1024
					delay.redis.partitions             | 1025  | Number of partitions 1025 must be 1 to 1024
					delay.topics.order.partitions      | -1    | Number of partitions -1 must be 1 to 1024
					delay.redis.wait-replicas          | -1    | Number of replicas -1 to wait for must be 0 or more
					delay.redis.wait-replicas-timeout  | 0s    | Timeout PT0S for replicas must be positive and an hour at most
					delay.redis.wait-replicas-timeout  | 2h    | Timeout PT2H for replicas must be positive and an hour at most
					delay.redis.move-topics            | a b   | 'a b' must be 1 to 200 characters
					delay.redis.move-topics[0]         | a b   | 'a b' must be 1 to 200 characters
					delay.move.topics                  | a b   | 'a b' must be 1 to 200 characters
					delay.move.timeout                 | 0     | Timeout PT0S must be longer than zero
					delay.jdbc.table-prefix            | 1_    | Table prefix '1_' must be 1 to 30 letters
					delay.jdbc.poll-interval           | -1s   | Poll interval PT-1S must not be negative
					delay.jdbc.timeout                 | -1s   | Timeout PT-1S must not be negative
					delay.metrics.interval             | 30    | Interval PT0.03S must be at least a second
					delay.metrics.max-topics           | 0     | Number of topics 0 must be at least 1
					delay.health.max-ready-age         | 5     | Max ready age PT0.005S must be a second or longer. Give it a unit
					delay.health.max-ready-age         | -5m   | Max ready age PT-5M must be a second or longer
					delay.startup-check                | maybe | No enum constant io.delay.autoconfigure.properties.DelayProperties.StartupCheckMode.maybe
					delay.endpoint.show-payloads       | maybe | No enum constant
					delay.namespace                    | my ns | 'my ns' must be 1 to 200 characters of A-Z a-z 0-9 . _ -
					""")
	void invalidValueIsReportedWithItsKeyAndTheReason(String key, String value, String reason) {
		this.runner.withPropertyValues(key + "=" + value).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Property: " + key, "Value: \"" + value + "\"", reason);
		});
	}

	@Test
	void invalidElementOfAListIsReportedWithItsPosition() {
		this.runner.withPropertyValues("delay.redis.move-topics[0]=valid", "delay.redis.move-topics[1]=a b")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("Property: delay.redis.move-topics[1]", "Value: \"a b\"")
				.doesNotContain("java.util.List"));
	}

	@Test
	void textOfTheSettingsContainsNoPassword() {
		this.runner
			.withPropertyValues("delay.redis.url=redis://user:secret@localhost", "delay.redis.password=secret",
					"delay.redis.sentinel.password=secret")
			.run((context) -> assertThat(context.getBean(DelayProperties.class)).asString()
				.contains("RedisProperties[")
				.doesNotContain("secret"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			delay.listener.backoff.delay=5s            | delay.listener.backoff
			delay.listener.backoff.multiplier=3        | delay.listener.backoff
			delay.listener.backoff.max-delay=5s        | delay.listener.backoff
			delay.listener.backoff.jitter=5s           | delay.listener.backoff
			delay.topics.order.backoff.delay=5s        | delay.topics."[order]".backoff
			delay.topics.[order.timeout].backoff.delay=5s | delay.topics."[order.timeout]".backoff
			""")
	void backoffWithoutATypeIsRefusedWithTheAvailableTypes(String setting, String key) {
		this.runner.withPropertyValues(setting).run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains(key + ": Backoff ",
					"has no effect without a type: set the type to 'fixed' or 'exponential'");
		});
	}

	@Test
	void multiplierOfAFixedBackoffIsRefused() {
		this.runner.withPropertyValues("delay.listener.backoff.type=fixed", "delay.listener.backoff.multiplier=3")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains(
					"delay.listener.backoff: Backoff multiplier 3.0 has no effect with type 'fixed'",
					"set the type to 'exponential'"));
	}

	@Test
	void maximumDelayBelowTheFirstDelayIsRefused() {
		this.runner
			.withPropertyValues("delay.listener.backoff.type=exponential", "delay.listener.backoff.delay=2h",
					"delay.listener.backoff.max-delay=1h")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("delay.listener.backoff: Backoff delay PT2H must not be longer than the max delay PT1H"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "delay.topics.order.timeout.ttr", "delay.topics.order.timeout.backoff.delay",
			"delay.topics.order.timeout" })
	void topicWithDotsButNoBracketsIsReportedWithTheBracketsItNeeds(String key) {
		this.runner.withPropertyValues(key + "=5s").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("bind to no setting", key, "from property source");
			assertThat(analysis.getAction()).contains("A topic with dots needs brackets",
					"delay.topics.\"[order.timeout]\".ttr");
		});
	}

	@Test
	void unknownKeyIsReported() {
		this.runner.withPropertyValues("delay.listner.concurrency=3").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("bind to no setting", "delay.listner.concurrency");
			assertThat(analysis.getAction()).isEqualTo("Correct or remove them. Keys of the application need "
					+ "a prefix other than 'delay' or must be added to delay.ignored-keys: listner");
		});
	}

	@Test
	void allUnknownKeysAreReported() {
		this.runner.withPropertyValues("delay.listner.concurrency=3", "delay.topics.[order.timeout].tttr=5s")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("delay.listner.concurrency", "delay.topics[order.timeout].tttr"));
	}

	@Test
	void unknownKeyInAGroupOfDelayIsReportedWithoutAdviceOnForeignKeys() {
		this.runner.withPropertyValues("delay.listener.concurency=3")
			.run((context) -> assertThat(StartupFailure.analyze(context).getAction())
				.isEqualTo("Correct or remove them."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "delay.minutes=30", "delay.minutes.of-day=30", "delay.minutes[0]=30" })
	void keyOfTheApplicationCanBeIgnored(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertThat(StartupFailure.analyze(context).getAction())
				.endsWith("must be added to delay.ignored-keys: minutes"));
		this.runner.withPropertyValues(property, "delay.ignored-keys=hours,minutes")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void keysThatAreNotIgnoredAreStillChecked() {
		this.runner.withPropertyValues("delay.minutes=30", "delay.minute=30", "delay.ignored-keys=minutes")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains("delay.minute (")
				.doesNotContain("delay.minutes"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "delay.ignored-keys=hours,,minutes", "delay.ignored-keys[0]=", "delay.ignored-keys[0]=." })
	void ignoredKeyThatMatchesAllKeysIsRefused(String property) {
		this.runner.withPropertyValues(property, "delay.job.tttr=5s").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("delay.ignored-keys",
					"An empty key in the list would suppress the check of all keys");
		});
	}

	@Test
	void unknownKeysAreReportedUnderLazyInitialization() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withPropertyValues("delay.job.tttr=5s")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription()).contains("delay.job.tttr"));
	}

	@Test
	void unknownVariablesThatLookLikeSettingsAreLogged(CapturedOutput output) {
		String[] variables = { "DELAY_JOB_TTTR=5", "DELAY_LISTENER_CONCURENCY=5", "DELAY_TOPICS_ORDER_TIMEOUT_TTR=5",
				"DELAY_JOB_MAX_ATTEMPT=5", "DELAY_ENDPOINT=5", "DELAY_REDIS=5", "DELAY_TOPICS=5" };
		withEnvironment(variables).run((context) -> {
			assertThat(context).hasNotFailed();
			List<String> warnings = output.getAll()
				.lines()
				.filter((line) -> line.contains("is not a Delay setting and is ignored")
						&& line.contains("Correct or remove it, or add it to delay.ignored-keys"))
				.toList();
			assertThat(warnings).hasSameSizeAs(variables);
			assertThat(variables).allSatisfy((variable) -> assertThat(warnings)
				.anyMatch((line) -> line.contains('"' + variable.replace("=5", "") + '"')));
		});
	}

	@Test
	void unknownSystemPropertiesAreLogged(CapturedOutput output) {
		this.runner.withSystemProperties("delay.job.tttr=5", "delay.job.max.attempts=5", "delay.endpoint=5")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("'delay.job.tttr' is not a Delay setting",
						"'delay.job.max.attempts' is not a Delay setting", "'delay.endpoint' is not a Delay setting");
			});
	}

	@Test
	void otherVariablesAreNotLogged(CapturedOutput output) {
		withEnvironment("DELAY_JOB_TTR=5s", "DELAY_LISTENER_SHUTDOWNTIMEOUT=9s", "DELAY_TOPICS_ORDER_MAXATTEMPTS=3",
				"DELAY_REDIS_MOVETOPICS_0=order", "DELAY_MINUTES=30", "DELAY_TOPICS_PORT=tcp://10.0.0.1:80",
				"DELAY_PORT=tcp://10.0.0.1:80", "DELAY_SERVICE_HOST=10.0.0.1", "DELAY_REDIS_SERVICE_HOST=10.0.0.1",
				"DELAY_REDIS_SERVICE_PORT_REDIS=6379", "DELAY_REDIS_PORT=tcp://10.0.0.1:6379",
				"DELAY_REDIS_PORT_6379_TCP_ADDR=10.0.0.1")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).doesNotContain("not a Delay setting");
			});
	}

	@Test
	void variablesWithUnderscoresForDashesAreNotLogged(CapturedOutput output) {
		withEnvironment("DELAY_JOB_MAX_ATTEMPTS=3", "DELAY_LISTENER_SHUTDOWN_TIMEOUT=9s",
				"DELAY_TOPICS_ORDER_MAX_ATTEMPTS=3", "DELAY_REDIS_MOVE_TOPICS_0=order")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).doesNotContain("not a Delay setting");
			});
	}

	@Test
	void aVariableWithUnderscoresForDashesTakesEffect() {
		withEnvironment("DELAY_JOB_MAX_ATTEMPTS=3")
			.run((context) -> assertThat(context.getBean(DelayProperties.class).job().maxAttempts()).isEqualTo(3));
	}

	@Test
	void variableWithAValueForAGroupDoesNotChangeItsSettings() {
		withEnvironment("DELAY_JOB=https://jobs.example.org").withPropertyValues("delay.job.max-attempts=3")
			.run((context) -> assertThat(context.getBean(DelayProperties.class).job().maxAttempts()).isEqualTo(3));
		withEnvironment("DELAY_JOB=https://jobs.example.org")
			.run((context) -> assertThat(context.getBean(DelayProperties.class).job().maxAttempts()).isEqualTo(5));
	}

	@Test
	void valueForAGroupInAFileFailsTheStart() {
		this.runner.withPropertyValues("delay.endpoint=https://example.org")
			.run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void aVariableCanBeIgnored(CapturedOutput output) {
		withEnvironment("DELAY_JOB_OWNER=me").withPropertyValues("delay.ignored-keys=job.owner")
			.run((context) -> assertThat(output).doesNotContain("not a Delay setting"));
	}

	private ApplicationContextRunner withEnvironment(String... variables) {
		Map<String, Object> environment = Arrays.stream(variables)
			.map((variable) -> variable.split("=", 2))
			.collect(Collectors.toMap((parts) -> parts[0], (parts) -> parts[1]));
		return this.runner.withInitializer((context) -> context.getEnvironment()
			.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", environment)));
	}

	@Test
	void otherFailuresAreLeftToSpringBoot() {
		assertThat(new UnboundDelayPropertyFailureAnalyzer().analyze(new IllegalStateException("delay.listner")))
			.isNull();
	}

	@Test
	void topicWithInvalidCharactersIsReported() {
		this.runner.withPropertyValues("delay.topics.[bad/topic].ttr=5s")
			.run((context) -> assertThat(StartupFailure.analyze(context).getDescription())
				.contains("delay.topics: Topic 'bad/topic' must be 1 to 200 characters of A-Z a-z 0-9 . _ -"));
	}

	@Test
	void enabledMustBeTrueOrFalse() {
		this.runner.withPropertyValues("delay.enabled=maybe").run((context) -> {
			FailureAnalysis analysis = StartupFailure.analyze(context);
			assertThat(analysis.getDescription()).contains("Property: delay.enabled", "Invalid boolean value 'maybe'");
		});
	}

	@Test
	void springBootPrintsTheProblemAndTheRemedy(CapturedOutput output) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(DelayAutoConfiguration.class).web(WebApplicationType.NONE)
				.run("--delay.store.type=memory", "--delay.topics.order.timeout.ttr=5s"));
		assertThat(output).contains("APPLICATION FAILED TO START", "delay.topics.order.timeout.ttr",
				"A topic with dots needs brackets");
	}

}
