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

package io.delay.autoconfigure.diagnostics;

import io.delay.job.JobRules;

/**
 * Thrown at start-up when a property is invalid.
 *
 * @since 0.1.0
 */
public final class InvalidDelayPropertyException extends RuntimeException {

	/**
	 * Create an exception.
	 * @param name the name of the property
	 * @param cause the reason why its value is invalid
	 */
	public InvalidDelayPropertyException(String name, IllegalArgumentException cause) {
		super(name + ": " + cause.getMessage(), cause);
	}

	/**
	 * Check the name of a topic that has settings.
	 * @param topic the topic
	 * @return the topic
	 * @throws InvalidDelayPropertyException if the name is invalid
	 */
	public static String checkTopic(String topic) {
		try {
			return JobRules.checkTopic(topic);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidDelayPropertyException("delay.topics", ex);
		}
	}

}
