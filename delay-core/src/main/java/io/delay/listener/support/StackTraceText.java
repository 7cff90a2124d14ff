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

import org.jspecify.annotations.Nullable;

import io.delay.listener.UnprocessableJobException;

/**
 * Writes the stack traces that are stored with failed jobs. Frames of frameworks are
 * folded, except for the first frame of each exception. If a text is too long, it
 * contains fewer frames of each exception. If one frame of each is still too long, the
 * suppressed exceptions are left out, then messages are shortened, then causes in the
 * middle are left out, so that a text of at least 512 bytes names the last cause. Never
 * throws, and the work is limited, whatever the exception returns.
 */
public final class StackTraceText {

	private static final int MAX_CAUSES = 1000;

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
		List<TracedException> chain = new ArrayList<>();
		List<Throwable> causes = chain(failure);
		boolean confidential = false;
		for (int i = 0; i < causes.size(); i++) {
			Throwable exception = causes.get(i);
			// Its causes can contain values of the payload, unlike the exception itself
			boolean below = confidential || exception instanceof UnprocessableJobException;
			if (StackTraceDetail.FULL.shows(i, causes.size())) {
				TracedException enclosing = chain.isEmpty() ? null : chain.get(chain.size() - 1);
				chain
					.add(TracedException.of(exception, confidential, below, enclosing, StackTraceDetail.FULL.frames()));
			}
			confidential = below;
		}
		int omitted = causes.size() - chain.size();
		for (StackTraceDetail detail : StackTraceDetail.LEVELS) {
			if (causes.size() == 1 && detail.frames() == 0) {
				break;
			}
			StackTraceLines lines = write(chain, omitted, detail);
			if (lines.bytes() <= this.maxBytes) {
				return lines.text(this.maxBytes);
			}
		}
		return write(chain, omitted, StackTraceDetail.FEW_FRAMES).text(this.maxBytes);
	}

	private static StackTraceLines write(List<TracedException> chain, int omitted, StackTraceDetail detail) {
		StackTraceLines lines = new StackTraceLines();
		int hidden = omitted;
		for (int i = 0; i < chain.size(); i++) {
			hidden += (i > 0 && !detail.shows(i, chain.size())) ? 1 : 0;
		}
		int last = chain.size() - (detail.exceptions() - detail.exceptions() / 2);
		for (int i = 0; i < chain.size(); i++) {
			if (i == last && hidden > 0) {
				lines.add("... " + hidden + ((hidden > 1) ? " causes" : " cause"));
			}
			if (detail.shows(i, chain.size())) {
				write(chain.get(i), i > 0, detail, lines);
			}
		}
		return lines;
	}

	private static void write(TracedException exception, boolean cause, StackTraceDetail detail,
			StackTraceLines lines) {
		if (cause) {
			lines.add("Caused by: " + exception.headline(detail.type(), detail.message()));
		}
		if (detail.frames() == 0) {
			return;
		}
		lines.addFrames("\t", exception.frames(), detail.frames());
		exception.suppressed().stream().limit(detail.suppressed()).forEach((suppressed) -> {
			lines.add("\tSuppressed: " + suppressed.headline(detail.type(), detail.message()));
			lines.addFrames("\t\t", suppressed.frames(), detail.frames());
		});
		int left = exception.suppressedCount() - Math.min(exception.suppressed().size(), detail.suppressed());
		if (left > 0) {
			lines.add("\t... " + left + ((left > 1) ? " suppressed exceptions" : " suppressed exception"));
		}
	}

	private static List<Throwable> chain(Throwable failure) {
		List<Throwable> chain = new ArrayList<>();
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		Throwable next = failure;
		while (next != null && seen.add(next) && chain.size() < MAX_CAUSES) {
			chain.add(next);
			next = TracedException.read(next::getCause);
		}
		return chain;
	}

}
