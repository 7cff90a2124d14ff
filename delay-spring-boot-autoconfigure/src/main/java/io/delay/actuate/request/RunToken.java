// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.store.history.RunPosition;

/**
 * The text form of a position between two pages of finished runs: the smallest of its
 * numbers and how much each number exceeds it, in groups of seven bits, as Base64 for
 * URLs. It is so short because a topic can have a thousand partitions and the text must
 * fit into the first line of a request.
 */
public final class RunToken {

	private static final int BITS = 7;

	private static final int MORE = 1 << BITS;

	private RunToken() {
	}

	public static @Nullable String of(@Nullable RunPosition position) {
		if (position == null) {
			return null;
		}
		long least = Collections.min(position.before());
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		write(least, bytes);
		position.before().forEach((number) -> write(number - least, bytes));
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
	}

	private static void write(long number, ByteArrayOutputStream bytes) {
		long rest = number;
		while (rest >= MORE) {
			bytes.write((int) (rest % MORE) + MORE);
			rest /= MORE;
		}
		bytes.write((int) rest);
	}

	public static @Nullable RunPosition parse(EndpointParameters parameters) {
		return parameters.as("after", RunToken::position, "'next' of the previous page");
	}

	private static RunPosition position(String text) {
		ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
		long least = read(bytes);
		List<Long> before = new ArrayList<>();
		while (bytes.hasRemaining()) {
			before.add(Math.addExact(least, read(bytes)));
		}
		return new RunPosition(before);
	}

	private static long read(ByteBuffer bytes) {
		long number = 0;
		for (long unit = 1; bytes.hasRemaining(); unit = Math.multiplyExact(unit, MORE)) {
			int next = bytes.get();
			number = Math.addExact(number, Math.multiplyExact(unit, next & (MORE - 1)));
			if (next >= 0) {
				return number;
			}
		}
		throw new IllegalArgumentException("The last number has no end");
	}

}
