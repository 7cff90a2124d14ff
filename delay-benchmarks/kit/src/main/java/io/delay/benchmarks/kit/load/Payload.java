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

package io.delay.benchmarks.kit.load;

/**
 * The payload of a job: two numbers, padded to {@value #LENGTH} characters.
 *
 * @param sequence the number of the job, from 0
 * @param dueMicros when it is due by the clock of the client
 */
public record Payload(int sequence, long dueMicros) {

	static final int LENGTH = 200;

	private static final String FILLER = "x".repeat(LENGTH);

	String text() {
		StringBuilder text = new StringBuilder(LENGTH);
		text.append(this.sequence).append(' ').append(this.dueMicros).append(' ');
		return text.append(FILLER, text.length(), LENGTH).toString();
	}

	public static Payload parse(String text) {
		int first = text.indexOf(' ');
		int second = text.indexOf(' ', first + 1);
		return new Payload(Integer.parseInt(text, 0, first, 10), Long.parseLong(text, first + 1, second, 10));
	}

}
