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

package io.delay.benchmarks.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * A payload: a JSON object of {@value #LENGTH} bytes with a time.
 */
final class BenchmarkPayload {

	static final int LENGTH = 200;

	private static final String FIELD = "{\"time\":";

	private static final String FILLER = ",\"filler\":\"" + "x".repeat(LENGTH);

	private static final InstantSource CLOCK = InstantSource.system();

	private BenchmarkPayload() {
	}

	/**
	 * Return the time of this machine.
	 * @return microseconds since 1970
	 */
	static long now() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, CLOCK.instant());
	}

	static String of(long micros) {
		StringBuilder text = new StringBuilder(LENGTH).append(FIELD).append(micros);
		return text.append(FILLER, 0, LENGTH - text.length() - 2).append("\"}").toString();
	}

	/**
	 * Read the time of the first payload in an answer.
	 * @param json the answer
	 * @return the time
	 */
	static long timeOf(String json) {
		int start = json.indexOf(FIELD) + FIELD.length();
		return Long.parseLong(json, start, json.indexOf(',', start), 10);
	}

}
