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

package io.delay.redis.record;

import io.delay.job.JobPriority;

/**
 * The letters that stand for priorities in records and scripts.
 */
public final class JobPriorityCodes {

	private JobPriorityCodes() {
	}

	public static String of(JobPriority priority) {
		return switch (priority) {
			case HIGH -> "h";
			case NORMAL -> "";
			case LOW -> "l";
		};
	}

	static JobPriority priority(String letter) {
		return switch (letter) {
			case "h" -> JobPriority.HIGH;
			case "" -> JobPriority.NORMAL;
			case "l" -> JobPriority.LOW;
			default -> throw new IllegalArgumentException("No priority has the letter '" + letter + "'");
		};
	}

}
