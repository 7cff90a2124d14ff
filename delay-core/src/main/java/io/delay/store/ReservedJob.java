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

/**
 * A job that was handed to a worker.
 *
 * @param lease the right to settle it
 * @param terms what applies to this delivery
 * @param dueTime when it was to run first, by the store's clock: as submitted or
 * rescheduled, whatever retries, releases and kicks came since
 * @param visibleSince since when this delivery was ready, by the store's clock: the due
 * time, or after a retry, a release or a kick the time that was set then, or the end of
 * the lease that ran out
 * @param record payload and headers
 * @since 0.1.0
 */
public record ReservedJob(Lease lease, LeaseTerms terms, Instant dueTime, Instant visibleSince, JobRecord record) {

}
