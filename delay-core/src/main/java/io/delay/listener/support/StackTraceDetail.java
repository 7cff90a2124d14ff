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

package io.delay.listener.support;

import java.util.List;

/**
 * How much a stack trace shows.
 *
 * @param frames the maximum number of frames of each exception, zero for none
 * @param suppressed the maximum number of suppressed exceptions of each exception
 * @param message the maximum length of a message, in characters
 * @param type the maximum length of the name of a class, in characters
 * @param exceptions the maximum number of exceptions, which are the first and the last
 */
record StackTraceDetail(int frames, int suppressed, int message, int type, int exceptions) {

	static final StackTraceDetail FULL = new StackTraceDetail(64, 3, 500, 300, 8);

	static final StackTraceDetail FEW_FRAMES = FULL.withFrames(1);

	/** The first of these details that fits is used. */
	static final List<StackTraceDetail> LEVELS = List.of(FULL, FULL.withFrames(32), FULL.withFrames(16),
			FULL.withFrames(8), FULL.withFrames(4), FULL.withFrames(2), FEW_FRAMES,
			new StackTraceDetail(1, 0, 500, 300, 8), new StackTraceDetail(1, 0, 250, 300, 8),
			new StackTraceDetail(1, 0, 120, 300, 8), new StackTraceDetail(1, 0, 60, 300, 8),
			new StackTraceDetail(1, 0, 60, 300, 4), new StackTraceDetail(1, 0, 60, 300, 2),
			new StackTraceDetail(0, 0, 60, 120, 1), new StackTraceDetail(0, 0, 20, 120, 1));

	private StackTraceDetail withFrames(int number) {
		return new StackTraceDetail(number, this.suppressed, this.message, this.type, this.exceptions);
	}

	/**
	 * Return whether an exception is shown.
	 * @param index the index of the exception
	 * @param count the number of exceptions
	 * @return whether it is one of the first or last
	 */
	boolean shows(int index, int count) {
		int first = this.exceptions / 2;
		return index < first || index >= count - (this.exceptions - first);
	}

}
