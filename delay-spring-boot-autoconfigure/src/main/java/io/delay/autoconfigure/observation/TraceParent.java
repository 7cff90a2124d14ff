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

package io.delay.autoconfigure.observation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The {@code traceparent} header of W3C Trace Context.
 *
 * @param traceId the id of the trace
 * @param spanId the id of the span that sent the header
 * @param sampled whether the span was recorded
 */
record TraceParent(String traceId, String spanId, boolean sampled) {

	static final String HEADER = "traceparent";

	private static final Pattern PATTERN = Pattern
		.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

	/**
	 * Parse the header.
	 * @param value the value of the header
	 * @return the parsed header, {@code null} if the value is invalid
	 */
	static @Nullable TraceParent parse(String value) {
		Matcher matcher = PATTERN.matcher(value);
		if (!matcher.matches()) {
			return null;
		}
		boolean sampled = (Integer.parseInt(matcher.group(3), 16) & 1) == 1;
		return new TraceParent(matcher.group(1), matcher.group(2), sampled);
	}

}
