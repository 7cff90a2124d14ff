// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Reads the initial time of the clock from {@link AutoConfigureDelay}.
 */
final class InitialTimeContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configAttributes) {
		AutoConfigureDelay annotation = TestContextAnnotationUtils.findMergedAnnotation(testClass,
				AutoConfigureDelay.class);
		if (annotation == null || annotation.time().isEmpty()) {
			return null;
		}
		check(annotation.time(), testClass);
		return new InitialTimeContextCustomizer(annotation.time());
	}

	private static void check(String time, Class<?> testClass) {
		try {
			Instant.parse(time);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException("Time '" + time + "' in @AutoConfigureDelay of " + testClass.getName()
					+ " is not an instant. Write it like 2026-01-31T09:00:00Z", ex);
		}
	}

	/**
	 * Passes the initial time of the clock to the application. Tests with different times
	 * use different application contexts.
	 *
	 * @param time the time in ISO-8601 format
	 */
	record InitialTimeContextCustomizer(String time) implements ContextCustomizer {

		// Not below "delay", where unknown keys are rejected
		static final String PROPERTY = "io.delay.boot.test.time";

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration mergedConfig) {
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("delayTester", Map.of(PROPERTY, this.time)));
		}

	}

}
