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

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/**
 * Converts the scores of sorted sets to times and back. A score is a number of
 * milliseconds, with a fraction if it was set after the clock of Redis had been set back.
 * An instant is more precise than a score, so a score that is converted to an instant and
 * back does not change.
 */
public final class ScoreCodec {

	private static final int NANOS_PER_MILLI = 1_000_000;

	private ScoreCodec() {
	}

	// The text is the number of milliseconds since the epoch, as Redis prints it.
	public static Instant parse(byte[] text) {
		double score = Double.parseDouble(new String(text, StandardCharsets.US_ASCII));
		long millis = (long) score;
		return Instant.ofEpochMilli(millis).plusNanos((long) ((score - millis) * NANOS_PER_MILLI));
	}

	public static String of(Instant time) {
		return String.format(Locale.ROOT, "%d.%06d", time.toEpochMilli(), time.getNano() % NANOS_PER_MILLI);
	}

}
