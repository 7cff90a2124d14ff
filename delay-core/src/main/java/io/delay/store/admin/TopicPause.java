// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The pause of a topic, which lasts until the topic is resumed.
 *
 * @param by who paused the topic
 * @param since when it was paused, according to the store's clock; {@link Instant#EPOCH}
 * if the stored time is corrupt
 * @since 0.1.0
 */
public record TopicPause(Operator by, Instant since) {

	public TopicPause {
		Assert.notNull(by, "'by' must not be null");
		Assert.notNull(since, "'since' must not be null");
	}

	/**
	 * Return when the topic was paused.
	 * @return the time, {@code null} if the stored time is corrupt
	 */
	public @Nullable Instant knownSince() {
		return this.since.equals(Instant.EPOCH) ? null : this.since;
	}

}
