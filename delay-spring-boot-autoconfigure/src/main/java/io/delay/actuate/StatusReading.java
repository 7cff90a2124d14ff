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

import java.util.function.Function;

import io.delay.store.TopicStatus;

/**
 * Reads how some topics stand, one after the other. One that cannot be read spoils no
 * other; but if several cannot be reached, what is left would take as long to fail.
 */
final class StatusReading {

	/** A part of the store may be away while the others answer. */
	static final int MAX_UNREACHABLE = 3;

	private final Function<String, TopicStatus> statuses;

	private int unreachable;

	StatusReading(Function<String, TopicStatus> statuses) {
		this.statuses = statuses;
	}

	ReadTopic read(String topic) {
		try {
			return new ReadTopic(this.statuses.apply(topic), null);
		}
		catch (RuntimeException ex) {
			ReadTopic failed = new ReadTopic(null, ex);
			if (failed.isUnreachable()) {
				this.unreachable++;
			}
			return failed;
		}
	}

	boolean isOver() {
		return this.unreachable >= MAX_UNREACHABLE;
	}

}
