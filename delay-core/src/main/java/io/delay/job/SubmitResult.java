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

package io.delay.job;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What became of a submitted job.
 *
 * @param id the id, given or generated
 * @param status what the submit did
 * @param dueTime by the store's clock: the due time of the job that is now in the store;
 * for an {@link SubmitStatus#EXISTING} one that waits again after a delivery the time at
 * which it is visible, for one that is {@link JobState#RESERVED} the end of its lease,
 * for one that is {@link JobState#FAILED} the time of its burial
 * @param found the state of the job that was there before, or {@code null} if none was
 * @since 0.1.0
 */
public record SubmitResult(String id, SubmitStatus status, Instant dueTime, @Nullable JobState found) {

}
