// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

import io.delay.sample.redis.EmbeddedRedis.EmbeddedRedisException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link EmbeddedRedisConfiguration}.
 */
class EmbeddedRedisConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(redisAutoConfiguration()))
		.withUserConfiguration(EmbeddedRedisConfiguration.class, RedisInUse.class);

	// Spring Boot 4 has another name for it
	private static Class<?> redisAutoConfiguration() {
		String current = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration";
		String former = "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration";
		return ClassUtils.resolveClassName(ClassUtils.isPresent(current, null) ? current : former, null);
	}

	@Test
	void redisStartsAndEndsWithTheApplication() throws IOException {
		int[] port = new int[1];
		this.runner.run((context) -> {
			port[0] = context.getBean(EmbeddedRedis.class).port();
			try (RedisConnection connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
				assertThat(connection.ping()).isEqualTo("PONG");
				assertThat(connection.serverCommands().info("server").getProperty("redis_version")).startsWith("6.2.");
				assertThat(connection.serverCommands().getConfig("bind")).containsValue(EmbeddedRedis.HOST);
			}
			assertThat(context.getBean(RedisInUse.class).describe()).contains("embedded", "127.0.0.1:" + port[0]);
		});
		assertThatNoException().as("the port is free again")
			.isThrownBy(() -> new ServerSocket(port[0], 1, InetAddress.getByName(EmbeddedRedis.HOST)).close());
	}

	@ParameterizedTest
	@ValueSource(strings = { "host=redis.example", "port=6380", "url=redis://redis.example:6380",
			"sentinel.master=main spring.data.redis.sentinel.nodes=a:1", "cluster.nodes=a:1,b:2",
			"cluster.nodes[0]=a:1", "masterreplica.nodes=a:1,b:2" })
	void embeddedRedisIsNotStartedIfAnotherIsConfigured(String property) {
		this.runner.withPropertyValues(("spring.data.redis." + property).split(" "))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "SPRING_DATA_REDIS_HOST", "SPRING_DATA_REDIS_CLUSTER_NODES_0" })
	void embeddedRedisIsNotStartedIfTheEnvironmentNamesAnother(String variable) {
		this.runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
						new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
								Map.of(variable, "redis.example:6380"))))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedRedis.class));
	}

	@Test
	void redisStartsDespiteOtherRedisSettings() {
		this.runner.withPropertyValues("spring.data.redis.timeout=2s", "spring.data.redis.client-name=shop")
			.run((context) -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
	}

	@Test
	void logNamesTheRedisWithoutItsPassword() {
		this.runner.withPropertyValues("spring.data.redis.url=redis://user:secret@redis.example:6380")
			.run((context) -> assertThat(context.getBean(RedisInUse.class).describe())
				.isEqualTo("Jobs are stored in the Redis at redis.example:6380"));
	}

	@Test
	void platformWithoutRedisIsReportedWithARemedy() {
		assertThatExceptionOfType(EmbeddedRedisException.class)
			.isThrownBy(() -> EmbeddedRedis.checkPlatform("Windows 11"))
			.satisfies((ex) -> {
				FailureAnalysis analysis = new EmbeddedRedisFailureAnalyzer().analyze(ex);
				assertThat(analysis.getDescription()).contains("Windows");
				assertThat(analysis.getAction()).contains("docker run", "WSL", "spring.data.redis.host");
			});
	}

}
