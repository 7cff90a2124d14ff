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
 * A job reserved for a worker.
 *
 * @param lease the right to settle the job
 * @param terms the terms of this delivery
 * @param dueTime when the job was first due according to the store's clock, as submitted
 * or as last rescheduled; retries, releases and kicks do not change it
 * @param visibleSince when the job became ready for this delivery, according to the
 * store's clock: the due time, the time set by a retry, a release or a kick, or the end
 * of the previous lease if it expired
 * @param record the payload and the headers
 * @since 0.1.0
 */
public record ReservedJob(Lease lease, LeaseTerms terms, Instant dueTime, Instant visibleSince, JobRecord record) {

}
