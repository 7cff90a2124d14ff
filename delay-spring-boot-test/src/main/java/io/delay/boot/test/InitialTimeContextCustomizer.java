/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
