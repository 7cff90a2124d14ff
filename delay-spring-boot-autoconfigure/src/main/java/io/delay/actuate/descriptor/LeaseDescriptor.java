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

package io.delay.actuate.descriptor;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.delay.store.StoredJob;

/**
 * The consumer that holds a reserved job. The token is not shown, because it is the right
 * to settle the job.
 *
 * @param host the host of the consumer
 * @param consumer the id of the consumer
 * @param attempt the number of the attempt
 * @param maxAttempts the maximum number of attempts
 * @param since when the lease began
 * @param until when the lease ends, unless it is extended
 * @param failureHandling {@code true} if a failure handler holds the job, otherwise
 * {@code null}
 */
public record LeaseDescriptor(String host, String consumer, int attempt, int maxAttempts, Instant since, Instant until,
		@Nullable Boolean failureHandling) {

	public static @Nullable LeaseDescriptor of(StoredJob job) {
		StoredJob.Holder holder = job.holder();
		return (holder != null) ? new LeaseDescriptor(holder.host(), holder.consumer(), holder.attempt(),
				holder.maxAttempts(), holder.since(), job.time(), holder.failureHandling() ? true : null) : null;
	}

}
