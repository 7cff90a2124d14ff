// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.util.Map;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Passes the initial time of the clock to the application. Tests with different times use
 * different application contexts.
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
