// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.util.Collection;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.redis.script.TopicMovedException;

/**
 * The recorded entry of a topic: its number of partitions, or the old and the new number
 * during a move. A topic that is being forgotten is recorded as moving to 0 partitions.
 * The topic can still be used, which cancels the attempt to forget it.
 *
 * @param from the number of partitions, during a move the old one
 * @param to the number of partitions, during a move the new one
 */
public record TopicEntry(String text, int from, int to) {

	private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,3})(?:>(0|[1-9]\\d{0,3})(?:;\\d+)?)?");

	/**
	 * The layout of a partition, with the number of the move that wrote it, or 0 if it
	 * was not written by a move.
	 */
	private static final Pattern LAYOUT = Pattern.compile("((?:\\d+>)?\\d+);(\\d+)");

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
	 * Restore an entry that the list of topics has lost. It is read from the layouts of
	 * the partitions of the topic. The layout of the latest move is used. A partition
	 * that was closed in order to forget the topic does not count, because the other
	 * partitions may have jobs.
	 * @return the text of the entry, {@code null} if there was no entry or the topic was
	 * forgotten
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

	// Throws an exception during a move, because the topic cannot be used then.
	public int partitions(String topic) {
		if (isMoving() && this.from == this.to) {
			throw new TopicMovedException("Topic '" + topic
					+ "' is being moved to another store and cannot be used until "
					+ "the move has ended. If no instance is moving it, start one with delay.move.from again, which "
					+ "continues the move, or one with delay.redis.move-topics=" + topic
					+ ", which lets this store be used again (docs/stores/moving.md)");
		}
		if (isMoving()) {
			throw new TopicMovedException("Topic '" + topic + "' is being moved from " + this.from + " to " + this.to
					+ " partitions and cannot be used until the move has ended. If no instance is moving it, start one "
					+ "with " + this.to + " partitions and delay.redis.move-topics=" + topic
					+ ", which continues the move (docs/stores/partitions.md)");
		}
		return this.to;
	}

}
