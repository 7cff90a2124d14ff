// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

import org.jspecify.annotations.Nullable;

/**
 * The reply of a script, read from the first value to the last. Redis replies with
 * numbers, bytes, nulls and lists. For use by one thread at a time.
 */
public final class ScriptReply implements Iterator<@Nullable Object> {

	private final List<?> values;

	private final int end;

	private int at;

	ScriptReply(List<?> values) {
		this(values, 0, values.size());
	}

	private ScriptReply(List<?> values, int from, int end) {
		this.values = values;
		this.at = from;
		this.end = end;
	}

	@Override
	public boolean hasNext() {
		return this.at < this.end;
	}

	@Override
	public @Nullable Object next() {
		return value();
	}

	public long nextLong() {
		return (Long) value();
	}

	public int nextInt() {
		return ((Long) value()).intValue();
	}

	public boolean nextBoolean() {
		return nextLong() == 1;
	}

	public Instant nextTime() {
		return Instant.ofEpochMilli(nextLong());
	}

	public byte[] nextBytes() {
		return (byte[]) value();
	}

	public byte @Nullable [] nextNullableBytes() {
		return (byte[]) value();
	}

	public String nextText() {
		return new String(nextBytes(), StandardCharsets.UTF_8);
	}

	public List<String> remainingTexts() {
		List<String> texts = new ArrayList<>(this.end - this.at);
		while (hasNext()) {
			texts.add(nextText());
		}
		return texts;
	}

	public ScriptReply nextReply() {
		return new ScriptReply((List<?>) value());
	}

	// The part can be read later and by another thread
	public ScriptReply nextPart(int count) {
		checkRemaining(count);
		ScriptReply part = new ScriptReply(this.values, this.at, this.at + count);
		this.at += count;
		return part;
	}

	private Object value() {
		checkRemaining(1);
		return this.values.get(this.at++);
	}

	private void checkRemaining(int count) {
		if (this.end - this.at < count) {
			throw new NoSuchElementException(
					"The reply has " + (this.end - this.at) + " further values instead of " + count);
		}
	}

}
