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

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The lines of a stack trace. Successive frames of frameworks become one line.
 */
final class StackTraceLines {

	private static final int MAX_READ_FRAMES = 1000;

	private static final int MAX_FRAME_LENGTH = 300;

	private final StringBuilder lines = new StringBuilder();

	void add(String line) {
		this.lines.append((this.lines.length() > 0) ? "\n" : "").append(line);
	}

	/**
	 * Add the frames of an exception.
	 * @param indent precedes each line
	 * @param frames the frames
	 * @param enclosing the frames of the exception that this one has caused; the frames
	 * that both have in common are left out
	 * @param max the maximum number of frames to show, in addition to folded ones
	 */
	void addFrames(String indent, StackTraceElement[] frames, StackTraceElement[] enclosing, int max) {
		int common = common(frames, enclosing);
		int end = Math.min(frames.length - common, MAX_READ_FRAMES);
		Set<FrameworkFrames> folded = EnumSet.noneOf(FrameworkFrames.class);
		int foldedCount = 0;
		int shown = 0;
		int at = 0;
		while (at < end && shown < max) {
			StackTraceElement frame = frames[at];
			FrameworkFrames framework = (at > 0) ? FrameworkFrames.of(frame) : null;
			if (framework != null) {
				folded.add(framework);
				foldedCount++;
			}
			else {
				addFolded(indent, folded, foldedCount);
				folded.clear();
				foldedCount = 0;
				add(indent + "at " + text(frame));
				shown++;
			}
			at++;
		}
		addFolded(indent, folded, foldedCount);
		if (at < frames.length) {
			add(indent + "... " + (frames.length - at) + " more");
		}
	}

	private void addFolded(String indent, Set<FrameworkFrames> folded, int count) {
		if (count > 0) {
			String names = folded.stream().map(FrameworkFrames::label).collect(Collectors.joining(", "));
			add(indent + "... " + count + ((count > 1) ? " frames of " : " frame of ")
					+ names.replaceFirst(", (?!.*, )", " and "));
		}
	}

	private static int common(StackTraceElement[] frames, StackTraceElement[] enclosing) {
		int most = Math.min(MAX_READ_FRAMES, Math.min(frames.length, enclosing.length));
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
		return line.substring(0, Math.min(line.length(), MAX_FRAME_LENGTH));
	}

	int bytes() {
		return this.lines.toString().getBytes(StandardCharsets.UTF_8).length;
	}

	/**
	 * Return the lines.
	 * @param maxBytes the maximum length in bytes of UTF-8
	 * @return the lines that fit
	 */
	String text(int maxBytes) {
		String text = this.lines.toString();
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		if (bytes.length <= maxBytes) {
			return text;
		}
		int end = maxBytes;
		while (end > 0 && bytes[end] != '\n') {
			end--;
		}
		return new String(bytes, 0, end, StandardCharsets.UTF_8);
	}

}
