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

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The frames of one exception, each of which is examined once.
 */
final class StackTraceFrames {

	static final StackTraceFrames NONE = new StackTraceFrames(new StackTraceElement[0], null, 0);

	private static final int MAX_EXAMINED = 200;

	private static final int MAX_LENGTH = 300;

	private final StackTraceElement[] frames;

	/** The examined frames that this exception does not share with the enclosing one. */
	private final Object[] examined;

	/**
	 * Examine the frames of an exception.
	 * @param frames the frames
	 * @param enclosing the frames of the exception that this one has caused; the frames
	 * that both have in common are not examined
	 * @param max the maximum number of frames to show, in addition to folded ones
	 */
	StackTraceFrames(StackTraceElement[] frames, @Nullable StackTraceFrames enclosing, int max) {
		this.frames = frames;
		int own = frames.length - ((enclosing != null) ? common(frames, enclosing.frames) : 0);
		this.examined = new Object[Math.min(own, MAX_EXAMINED)];
		int shown = 0;
		for (int i = 0; i < this.examined.length && shown < max; i++) {
			FrameworkFrames framework = (i > 0) ? FrameworkFrames.of(frames[i]) : null;
			this.examined[i] = (framework != null) ? framework : text(frames[i]);
			shown += (framework != null) ? 0 : 1;
		}
	}

	private static int common(StackTraceElement[] frames, StackTraceElement[] enclosing) {
		int most = Math.min(MAX_EXAMINED, Math.min(frames.length, enclosing.length));
		int common = 0;
		while (common < most
				&& Objects.equals(frames[frames.length - 1 - common], enclosing[enclosing.length - 1 - common])) {
			common++;
		}
		return common;
	}

	// Without the class loader and the module, which are of no help here
	private static String text(StackTraceElement frame) {
		String place = frame.isNativeMethod() ? "Native Method"
				: ((frame.getFileName() != null) ? frame.getFileName() : "Unknown Source");
		String line = frame.getClassName() + "." + frame.getMethodName() + "(" + place
				+ ((frame.getLineNumber() >= 0) ? ":" + frame.getLineNumber() : "") + ")";
		return line.substring(0, Math.min(line.length(), MAX_LENGTH));
	}

	// Returns the number of all frames.
	int count() {
		return this.frames.length;
	}

	// Returns the number of frames that can be written.
	int examined() {
		return this.examined.length;
	}

	// Returns the framework of a frame, {@code null} for a frame that is shown.
	@Nullable FrameworkFrames framework(int index) {
		return (this.examined[index] instanceof FrameworkFrames framework) ? framework : null;
	}

	// Returns the text of a frame that is shown.
	String text(int index) {
		return (String) this.examined[index];
	}

}
