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

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.listener.UnprocessableJobException;

/**
 * Writes the stack traces that are stored with failed jobs. Frames of frameworks are
 * folded, except for the first frame of each exception. If a text is too long, it
 * contains fewer frames of each exception, so that the last cause is still named. Never
 * throws, and the work is limited, whatever the exception returns.
 */
public final class StackTraceText {

	private static final StackTraceElement[] NO_FRAMES = {};

	private static final int MAX_CAUSES = 100;

	/** The first and last of more causes are shown. */
	private static final int SHOWN_CAUSES = 8;

	private static final int MAX_SUPPRESSED = 3;

	private static final int FRAMES_OF_SUPPRESSED = 3;

	private static final int MAX_FRAMES = 64;

	private static final int MAX_MESSAGE = 500;

	private final int maxBytes;

	/**
	 * Create a writer.
	 * @param maxBytes the maximum length in bytes of UTF-8, zero for no stack traces
	 */
	public StackTraceText(int maxBytes) {
		this.maxBytes = maxBytes;
	}

	/**
	 * Return the lines that follow the first line of the stack trace of an exception.
	 * @param failure the exception
	 * @return the text without the class and message of the exception, {@code null} if
	 * there is none
	 */
	public @Nullable String of(Throwable failure) {
		if (this.maxBytes == 0) {
			return null;
		}
		try {
			String text = write(failure);
			return text.isEmpty() ? null : text;
		}
		catch (RuntimeException | Error ex) {
			return null;
		}
	}

	private String write(Throwable failure) {
		// The causes can contain values of the payload, unlike the exception
		boolean confidential = failure instanceof UnprocessableJobException;
		List<Throwable> chain = chain(failure);
		StackTraceLines lines = new StackTraceLines();
		for (int frames = MAX_FRAMES; frames > 0; frames /= 2) {
			lines = new StackTraceLines();
			write(chain, confidential, frames, lines);
			if (lines.bytes() <= this.maxBytes) {
				break;
			}
		}
		return lines.text(this.maxBytes);
	}

	private static void write(List<Throwable> chain, boolean confidential, int maxFrames, StackTraceLines lines) {
		StackTraceElement[] enclosing = NO_FRAMES;
		for (int i = 0; i < chain.size(); i++) {
			boolean shown = i < SHOWN_CAUSES / 2 || i >= chain.size() - SHOWN_CAUSES / 2;
			if (shown) {
				Throwable exception = chain.get(i);
				if (i > 0) {
					lines.add("Caused by: " + headline(exception, confidential));
				}
				StackTraceElement[] frames = frames(exception);
				lines.addFrames("\t", frames, enclosing, maxFrames);
				addSuppressed(exception, confidential, frames, Math.min(maxFrames, FRAMES_OF_SUPPRESSED), lines);
				enclosing = frames;
			}
			else if (i == SHOWN_CAUSES / 2) {
				lines.add("... " + (chain.size() - SHOWN_CAUSES) + " causes");
			}
		}
	}

	private static void addSuppressed(Throwable exception, boolean confidential, StackTraceElement[] enclosing,
			int maxFrames, StackTraceLines lines) {
		Throwable[] suppressed = exception.getSuppressed();
		for (int i = 0; i < Math.min(suppressed.length, MAX_SUPPRESSED); i++) {
			lines.add("\tSuppressed: " + headline(suppressed[i], confidential));
			lines.addFrames("\t\t", frames(suppressed[i]), enclosing, maxFrames);
		}
		if (suppressed.length > MAX_SUPPRESSED) {
			lines.add("\t... " + (suppressed.length - MAX_SUPPRESSED) + " suppressed exceptions");
		}
	}

	private static List<Throwable> chain(Throwable failure) {
		List<Throwable> chain = new ArrayList<>();
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		Throwable next = failure;
		while (next != null && seen.add(next) && chain.size() < MAX_CAUSES) {
			chain.add(next);
			next = read(next::getCause);
		}
		return chain;
	}

	private static String headline(Throwable exception, boolean confidential) {
		String message = confidential ? null : read(exception::getMessage);
		String type = exception.getClass().getName();
		return (message != null) ? type + ": " + message.substring(0, Math.min(message.length(), MAX_MESSAGE)) : type;
	}

	private static StackTraceElement[] frames(Throwable exception) {
		StackTraceElement[] frames = read(exception::getStackTrace);
		return (frames != null) ? frames : NO_FRAMES;
	}

	private static <T> @Nullable T read(Supplier<@Nullable T> property) {
		try {
			return property.get();
		}
		catch (RuntimeException | Error ex) {
			return null;
		}
	}

}
