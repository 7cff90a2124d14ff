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

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
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

}
