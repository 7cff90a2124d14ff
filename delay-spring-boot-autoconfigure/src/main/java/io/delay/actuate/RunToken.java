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

package io.delay.actuate;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.history.RunPosition;

/**
 * The text form of a position between two pages of finished runs: time, partition and
 * number.
 */
final class RunToken {

	private static final String EXAMPLE = "2030-01-31T08:00:00Z,0,4711";

	private RunToken() {
	}

	static @Nullable String of(@Nullable RunPosition position) {
		return (position != null) ? position.finished() + "," + position.partition() + "," + position.number() : null;
	}

	static @Nullable RunPosition parse(OperationParameter after) {
		if (after.text() == null) {
			return null;
		}
		String[] parts = after.text().split(",", 3);
		return new RunPosition(new OperationParameter(after.name(), parts[0]).asInstant(Instant.EPOCH),
				part(after, parts, 1).asNumber(0), part(after, parts, 2).asLong(EXAMPLE));
	}

	private static OperationParameter part(OperationParameter after, String[] parts, int index) {
		return new OperationParameter(after.name(), (parts.length > index) ? parts[index] : null);
	}

}
