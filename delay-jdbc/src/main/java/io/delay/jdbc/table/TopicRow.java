// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.admin.TopicPause;

/**
 * The data that are stored for a topic itself, apart from its jobs.
 *
 * @param pause its pause, or {@code null}
 * @param resumedAt when it was last resumed, or {@code null}
 * @param permits when all permits of its rate limit are available, in microseconds since
 * the epoch
 * @param dropped the number of failed jobs that retention has dropped
 */
public record TopicRow(@Nullable TopicPause pause, @Nullable Instant resumedAt, long permits, long dropped) {

	public static final TopicRow NONE = new TopicRow(null, null, 0, 0);

}
