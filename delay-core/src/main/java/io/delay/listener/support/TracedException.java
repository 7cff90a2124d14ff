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
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The parts of an exception that a stack trace shows. They are read once, because the
 * methods of an exception can be slow and can throw.
 *
 * @param type the class
 * @param message the beginning of the message, {@code null} if it is not to be shown
 * @param frames the frames
 * @param suppressed the first suppressed exceptions
 * @param suppressedCount the number of all suppressed exceptions
 */
record TracedException(String type, @Nullable String message, StackTraceFrames frames, List<TracedException> suppressed,
		int suppressedCount) {

	private static final int MAX_SUPPRESSED = 3;

	private static final int FRAMES_OF_SUPPRESSED = 3;

	private static final int MAX_MESSAGE = 500;

	private static final String CUT = "...";

	/**
	 * Read an exception.
	 * @param exception the exception
	 * @param confidential the message is left out, because it can contain values of the
	 * payload
	 * @param below the messages of suppressed exceptions are left out
	 * @param enclosing the exception that this one has caused, if any
	 * @param maxFrames the maximum number of frames to show
	 * @return the parts to show
	 */
	static TracedException of(Throwable exception, boolean confidential, boolean below,
			@Nullable TracedException enclosing, int maxFrames) {
		StackTraceFrames frames = frames(exception, (enclosing != null) ? enclosing.frames() : null, maxFrames);
		Throwable[] suppressed = exception.getSuppressed();
		List<TracedException> shown = Stream.of(suppressed)
			.limit(MAX_SUPPRESSED)
			.map((one) -> new TracedException(type(one), below ? null : message(one),
					frames(one, frames, FRAMES_OF_SUPPRESSED), List.of(), 0))
			.toList();
		return new TracedException(type(exception), confidential ? null : message(exception), frames, shown,
				suppressed.length);
	}

	private static String type(Throwable exception) {
		return exception.getClass().getName();
	}

	private static @Nullable String message(Throwable exception) {
		String message = read(exception::getMessage);
		return (message != null) ? cut(message, MAX_MESSAGE) : null;
	}

	private static StackTraceFrames frames(Throwable exception, @Nullable StackTraceFrames enclosing, int max) {
		StackTraceFrames frames = read(() -> new StackTraceFrames(exception.getStackTrace(), enclosing, max));
		return (frames != null) ? frames : StackTraceFrames.NONE;
	}

	/**
	 * Return the class and message.
	 * @param maxType the maximum length of the class, in characters
	 * @param maxMessage the maximum length of the message, in characters
	 * @return the text
	 */
	String headline(int maxType, int maxMessage) {
		String name = cut(this.type, maxType);
		return (this.message != null) ? name + ": " + cut(this.message, maxMessage) : name;
	}

	// Does not divide surrogate pairs.
	private static String cut(String text, int max) {
		if (text.length() <= max) {
			return text;
		}
		int end = max - CUT.length();
		return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
	}

	static <T> @Nullable T read(Supplier<@Nullable T> property) {
		try {
			return property.get();
		}
		catch (RuntimeException | Error ex) {
			return null;
		}
	}

}
