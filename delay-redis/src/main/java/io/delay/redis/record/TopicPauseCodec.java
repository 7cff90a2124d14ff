// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;

/**
 * Reads the pause of a topic as the scripts store it: its time in milliseconds and the
 * operator.
 */
public final class TopicPauseCodec {

	private static final Pattern TEXT = Pattern.compile("(\\d{1,15}) (.*\\S.*)", Pattern.DOTALL);

	private static final TopicPause UNREADABLE = new TopicPause(new Operator("unknown"), Instant.EPOCH);

	private TopicPauseCodec() {
	}

	// Null if the text is empty. A text in a different form also counts as a pause.
	public static @Nullable TopicPause parse(byte[] bytes) {
		if (bytes.length == 0) {
			return null;
		}
		Matcher matcher = TEXT.matcher(new String(bytes, StandardCharsets.UTF_8));
		if (!matcher.matches()) {
			return UNREADABLE;
		}
		return new TopicPause(new Operator(matcher.group(2)), Instant.ofEpochMilli(Long.parseLong(matcher.group(1))));
	}

}
