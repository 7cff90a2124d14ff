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
 * A job as it is stored.
 *
 * @param topic the topic
 * @param id the id
 * @param state the state
 * @param time the time at which a waiting job becomes visible, the lease of a reserved
 * job ends, or a failed job was buried, according to the store's clock
 * @param dueTime when the job was first due according to the store's clock, as submitted
 * or as last rescheduled; {@code null} if the stored value is corrupt
 * @param record the payload and the headers; {@code null} if the record is corrupt
 * @param failures the failures of the job so far, or {@code null} if it never failed
 * @param version identifies the state and the contents of the job, so that it can be
 * edited only if neither has changed; {@code null} if the job cannot be edited, because
 * it is reserved or its record is corrupt
 * @since 0.1.0
 */
public record StoredJob(String topic, String id, JobState state, Instant time, @Nullable Instant dueTime,
		@Nullable JobRecord record, @Nullable JobFailures failures, @Nullable String version) {

}
