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

package io.delay.redis.topic;

import java.util.Collection;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.redis.script.TopicMovedException;

/**
 * What is recorded of a topic: its number of partitions, or both numbers while it is
 * being moved from one to the other. A topic that is being forgotten is moved to 0
 * partitions; it can be used as before, which ends the attempt to forget it.
 *
 * @param text what is recorded
 * @param from in how many partitions jobs may be
 * @param to in how many they are in the end
 */
public record TopicEntry(String text, int from, int to) {

	private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,3})(?:>(0|[1-9]\\d{0,3})(?:;\\d+)?)?");

	/** As in a partition: with the number of the move that wrote it, 0 for none. */
	private static final Pattern LAYOUT = Pattern.compile("((?:\\d+>)?\\d+);(\\d+)");

	/**
	 * Read an entry.
	 * @param topic the topic
	 * @param text what is recorded of it
	 * @return the entry
	 * @throws IllegalStateException if it cannot be read
	 */
	static TopicEntry parse(String topic, String text) {
		Matcher matcher = TEXT.matcher(text);
		if (!matcher.matches()) {
			throw new IllegalStateException("Topic '" + topic + "' is recorded with '" + text
					+ "', which is not a partition count. Correct its entry in the key <namespace>:topics");
		}
		int from = Integer.parseInt(matcher.group(1));
		int to = (matcher.group(2) != null) ? Integer.parseInt(matcher.group(2)) : from;
		return new TopicEntry(text, from, (to > 0) ? to : from);
	}

	/**
	 * Find what was recorded of a topic that the list has lost: its partitions know it,
	 * those best that were part of the last move. A partition that was closed in order to
	 * forget the topic does not count: the others may have jobs.
	 * @param layouts of partitions, empty for those that have none
	 * @return what was recorded, {@code null} if nothing was or the topic was forgotten
	 */
	static @Nullable String lost(Collection<String> layouts) {
		return layouts.stream()
			.map(LAYOUT::matcher)
			.filter(Matcher::matches)
			.filter((matcher) -> !matcher.group(1).equals("0") && !matcher.group(1).endsWith(">0"))
			.max(Comparator.comparingLong((matcher) -> Long.parseLong(matcher.group(2))))
			.map((matcher) -> (matcher.group(1).indexOf('>') > 0) ? matcher.group() : matcher.group(1))
			.orElse(null);
	}

	public boolean isMoving() {
		return this.text.indexOf('>') > 0 && !isBeingForgotten();
	}

	boolean isBeingForgotten() {
		return this.text.contains(">0");
	}

	// The number of partitions of the topic for somebody who wants to use it.
	public int partitions(String topic) {
		if (isMoving()) {
			throw new TopicMovedException("Topic '" + topic + "' is being moved from " + this.from + " to " + this.to
					+ " partitions, and can be used when that is done. If nobody is at it, start one instance with "
					+ this.to + " partitions and delay.redis.move-topics=" + topic
					+ ", which goes on with it (docs/partitions.md, \"Change the number\")");
		}
		return this.to;
	}

}
