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

	/**
	 * Stands for a topic that is not stored.
	 */
	public static final TopicRow NONE = new TopicRow(null, null, 0, 0);

}
