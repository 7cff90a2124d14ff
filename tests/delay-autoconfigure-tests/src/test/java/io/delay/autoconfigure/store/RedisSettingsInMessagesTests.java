// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

import io.delay.actuate.DelayHealthCheck;
import io.delay.autoconfigure.BootAutoConfigurations;
import io.delay.autoconfigure.DelayAutoConfiguration;
import io.delay.autoconfigure.ListenerRegistries;
import io.delay.autoconfigure.startup.DelayStartupCheckAutoConfiguration;
import io.delay.redis.RedisConnections;
import io.delay.store.admin.JobStoreInspector;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Messages about Redis name the address that Delay uses and only the settings that change
 * it.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("versions")
@Timeout(60)
class RedisSettingsInMessagesTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(BootAutoConfigurations.redisAndJackson(DelayAutoConfiguration.class,
				DelayStartupCheckAutoConfiguration.class));

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void messageNamesThePropertiesOfTheApplication(String client, CapturedOutput output) {
		assertUnreachable(this.application.withPropertyValues("spring.data.redis.port=1",
				"spring.data.redis.client-type=" + client), output, "spring.data.redis", "delay.redis");
	}

	@Test
	void messageNamesTheUrlOfTheApplication(CapturedOutput output) {
		assertUnreachable(this.application.withPropertyValues("spring.data.redis.url=redis://localhost:1"), output,
				"spring.data.redis.url", "delay.redis");
	}

	@Test
	void messageNamesThePropertiesOfDelay(CapturedOutput output) {
		assertUnreachable(this.application.withPropertyValues("delay.redis.host=localhost", "delay.redis.port=1"),
				output, "delay.redis", "spring.data");
	}

	@Test
	void messageNamesTheUrlOfDelay(CapturedOutput output) {
		assertUnreachable(this.application.withPropertyValues("delay.redis.url=redis://localhost:1"), output,
				"delay.redis.url", "spring.data");
	}

	@Test
	void messageNamesTheRedisConnectionsBean(CapturedOutput output) {
		assertUnreachable(
				this.application.withBean(RedisConnections.class,
						() -> new RedisConnections(new LettuceConnectionFactory("localhost", 1))),
				output, "the RedisConnections bean", "spring.data", "delay.redis");
	}

	@Test
	void messageNamesTheConnectionFactoryBean(CapturedOutput output) {
		assertUnreachable(
				this.application.withBean("jobsRedis", LettuceConnectionFactory.class,
						() -> new LettuceConnectionFactory("localhost", 1)),
				output, "the connection factory bean 'jobsRedis'", "spring.data", "delay.redis");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void messageNamesTheConnectionDetailsBean(String client, CapturedOutput output) {
		assertUnreachable(
				withConnectionDetails(this.application).withPropertyValues("spring.data.redis.client-type=" + client),
				output, "the connection details bean 'redisContainer'", "spring.data", "delay.redis");
	}

	@Test
	void messageContainsNoCredentials() {
		try (EmbeddedRedis redis = EmbeddedRedis.start("requirepass right")) {
			String port = String.valueOf(redis.port());
			assertWrongPassword(this.application.withPropertyValues("delay.redis.host=localhost",
					"delay.redis.password=wrong", "delay.redis.port=" + port),
					"Set delay.redis.username and password to");
			assertWrongPassword(this.application.withPropertyValues("delay.redis.url=redis://:wrong@localhost:" + port),
					"Set user and password in delay.redis.url to");
			assertWrongPassword(
					this.application.withBean(RedisConnections.class,
							() -> new RedisConnections(new LettuceConnectionFactory("localhost", redis.port()))),
					"Set user and password in the RedisConnections bean to");
		}
	}

	private static void assertUnreachable(ApplicationContextRunner application, CapturedOutput output, String settings,
			String... others) {
		application.withPropertyValues("spring.data.redis.timeout=2s").run((context) -> {
			assertThat(context).hasNotFailed();
			String expected = "Check that it is running and that " + settings + " points to it";
			Throwable failure = catchThrowable(() -> submit(context));
			assertThat(failure).isInstanceOf(DataAccessException.class)
				.hasMessageContainingAll("Redis at localhost:1 cannot be reached", expected);
			String error = String.valueOf(
					new DelayHealthCheck(context.getBean(JobStoreInspector.class), ListenerRegistries.of(context), null)
						.check()
						.failure());
			assertThat(error).contains(expected).doesNotContain(others);
			assertThat(failure.getMessage()).doesNotContain(others);
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.untilAsserted(() -> assertThat(output.getAll().lines())
					.anyMatch((line) -> line.contains("The start-up check waits") && line.contains(expected)));
		});
	}

	private static void assertWrongPassword(ApplicationContextRunner application, String expected) {
		application
			.run((context) -> assertThat(catchThrowable(() -> submit(context))).isInstanceOf(DataAccessException.class)
				.hasMessageContaining(expected)
				.hasMessageNotContaining("spring.data"));
	}

	// The type has another name on each line of Spring Boot
	@SuppressWarnings("unchecked")
	private static ApplicationContextRunner withConnectionDetails(ApplicationContextRunner application) {
		String name = BootAutoConfigurations.areOfBoot4()
				? "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails"
				: "org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails";
		Class<Object> type = (Class<Object>) ClassUtils.resolveClassName(name, null);
		return application.withBean("redisContainer", type, () -> Proxy.newProxyInstance(type.getClassLoader(),
				new Class<?>[] { type }, RedisSettingsInMessagesTests::invokeDetails));
	}

	private static Object invokeDetails(Object proxy, Method method, Object[] arguments) throws Throwable {
		if (method.getName().equals("getStandalone")) {
			return method.getReturnType().getMethod("of", String.class, int.class).invoke(null, "localhost", 1);
		}
		return method.isDefault() ? InvocationHandler.invokeDefault(proxy, method, arguments)
				: switch (method.getName()) {
					case "hashCode" -> 1;
					case "equals" -> proxy == arguments[0];
					default -> "localhost:1";
				};
	}

	private static void submit(ApplicationContext context) {
		context.getBean(DelayTemplate.class).submit("orders", "payload", Duration.ZERO);
	}

}
