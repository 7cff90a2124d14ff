// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.util.ClassUtils;

/**
 * The auto-configurations of Spring Boot that have other names on each line.
 */
public final class BootAutoConfigurations {

	private BootAutoConfigurations() {
	}

	public static boolean areOfBoot4() {
		return SpringBootVersion.getVersion().startsWith("4.");
	}

	/**
	 * Those for Redis and JSON, and the given ones.
	 */
	public static AutoConfigurations redisAndJackson(Class<?>... others) {
		List<Class<?>> classes = new ArrayList<>(Arrays.asList(others));
		classes.add(redis());
		classes.add(jackson());
		return AutoConfigurations.of(classes.toArray(Class<?>[]::new));
	}

	/**
	 * Those for data sources, transactions, scripts and JSON, and the given ones.
	 */
	public static AutoConfigurations jdbcAndJackson(Class<?>... others) {
		String current = "org.springframework.boot.";
		String former = "org.springframework.boot.autoconfigure.";
		List<Class<?>> classes = new ArrayList<>(Arrays.asList(others));
		for (String name : List.of("DataSourceAutoConfiguration", "DataSourceTransactionManagerAutoConfiguration",
				"JdbcTemplateAutoConfiguration")) {
			classes.add(firstOf(current + "jdbc.autoconfigure." + name, former + "jdbc." + name));
		}
		classes.add(firstOf(current + "jdbc.autoconfigure.DataSourceInitializationAutoConfiguration",
				former + "sql.init.SqlInitializationAutoConfiguration"));
		classes.add(firstOf(current + "transaction.autoconfigure.TransactionAutoConfiguration",
				former + "transaction.TransactionAutoConfiguration"));
		classes.add(jackson());
		return AutoConfigurations.of(classes.toArray(Class<?>[]::new));
	}

	public static Class<?> redis() {
		return firstOf("org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration");
	}

	public static Class<?> jackson() {
		return firstOf("org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
				"org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration");
	}

	/**
	 * The type of the mapper that the auto-configuration for JSON defines.
	 */
	public static Class<?> mapper() {
		return areOfBoot4() ? ClassUtils.resolveClassName("tools.jackson.databind.json.JsonMapper", null)
				: ObjectMapper.class;
	}

	public static AutoConfigurations observations() {
		return AutoConfigurations
			.of(firstOf("org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
					"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration"));
	}

	public static AutoConfigurations metrics() {
		String current = "org.springframework.boot.micrometer.metrics.autoconfigure.";
		String former = "org.springframework.boot.actuate.autoconfigure.metrics.";
		return AutoConfigurations.of(firstOf(current + "MetricsAutoConfiguration", former + "MetricsAutoConfiguration"),
				firstOf(current + "export.simple.SimpleMetricsExportAutoConfiguration",
						former + "export.simple.SimpleMetricsExportAutoConfiguration"),
				firstOf(current + "CompositeMeterRegistryAutoConfiguration",
						former + "CompositeMeterRegistryAutoConfiguration"));
	}

	public static AutoConfigurations tracing() {
		String current = "org.springframework.boot.micrometer.tracing.";
		String former = "org.springframework.boot.actuate.autoconfigure.";
		return AutoConfigurations.of(
				firstOf(current + "autoconfigure.MicrometerTracingAutoConfiguration",
						former + "tracing.MicrometerTracingAutoConfiguration"),
				firstOf(current + "opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration",
						former + "tracing.OpenTelemetryTracingAutoConfiguration"),
				firstOf("org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration",
						former + "opentelemetry.OpenTelemetryAutoConfiguration"));
	}

	private static Class<?> firstOf(String... names) {
		for (String name : names) {
			if (ClassUtils.isPresent(name, null)) {
				return ClassUtils.resolveClassName(name, null);
			}
		}
		throw new IllegalStateException("None of these is on the class path: " + Arrays.toString(names));
	}

}
