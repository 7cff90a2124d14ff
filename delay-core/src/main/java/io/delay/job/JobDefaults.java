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

package io.delay.job;

import java.time.Duration;

import org.springframework.util.unit.DataSize;

/**
 * What applies if neither a job nor the settings say anything else.
 *
 * @since 0.1.0
 */
public final class JobDefaults {

	/**
	 * How long a worker may hold a job.
	 */
	public static final Duration TTR = Duration.ofSeconds(60);

	/**
	 * How often a job is delivered.
	 */
	public static final int MAX_ATTEMPTS = 5;

	/**
	 * How many jobs a listener handles at the same time.
	 */
	public static final int CONCURRENCY = 8;

	/**
	 * The largest payload that is accepted.
	 */
	public static final DataSize MAX_PAYLOAD_SIZE = DataSize.ofKilobytes(64);

	private JobDefaults() {
	}

}
