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
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The lines of a stack trace. Successive frames of frameworks become one line.
 */
final class StackTraceLines {

	private final StringBuilder lines = new StringBuilder();

	void add(String line) {
		this.lines.append((this.lines.length() > 0) ? "\n" : "").append(line);
	}

	/**
	 * Add the frames of an exception.
	 * @param indent precedes each line
	 * @param frames the frames
	 * @param max the maximum number of frames to show, in addition to folded ones
	 */
	void addFrames(String indent, StackTraceFrames frames, int max) {
		Set<FrameworkFrames> folded = EnumSet.noneOf(FrameworkFrames.class);
		int foldedCount = 0;
		int shown = 0;
		int at = 0;
		while (at < frames.examined() && shown < max) {
			FrameworkFrames framework = frames.framework(at);
			if (framework != null) {
				folded.add(framework);
				foldedCount++;
			}
			else {
				addFolded(indent, folded, foldedCount);
				folded.clear();
				foldedCount = 0;
				add(indent + "at " + frames.text(at));
				shown++;
			}
			at++;
		}
		addFolded(indent, folded, foldedCount);
		if (at < frames.count()) {
			add(indent + "... " + (frames.count() - at) + " more");
		}
	}

	private void addFolded(String indent, Set<FrameworkFrames> folded, int count) {
		if (count > 0) {
			String names = folded.stream().map(FrameworkFrames::label).collect(Collectors.joining(", "));
			add(indent + "... " + count + ((count > 1) ? " frames of " : " frame of ")
					+ names.replaceFirst(", (?!.*, )", " and "));
		}
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
