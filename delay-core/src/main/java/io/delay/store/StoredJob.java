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

package io.delay.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;

/**
 * A job as it stands in the store.
 *
 * @param topic the topic
 * @param id the id
 * @param state the state
 * @param time by the store's clock: the time at which it is visible if the job waits, the
 * end of the lease if it is reserved, the time of burial if it has failed
 * @param dueTime when it was to run first, by the store's clock: as submitted or
 * rescheduled; {@code null} if what is kept of it is corrupt
 * @param record payload and headers; {@code null} if the record is corrupt and cannot be
 * read
 * @param failures how it has failed so far, or {@code null} if it never did
 * @since 0.1.0
 */
public record StoredJob(String topic, String id, JobState state, Instant time, @Nullable Instant dueTime,
		@Nullable JobRecord record, @Nullable JobFailures failures) {

}
