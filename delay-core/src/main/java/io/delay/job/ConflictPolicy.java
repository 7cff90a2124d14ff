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

/**
 * Determines what a submit does if the topic already contains a job with the same id, in
 * any state.
 *
 * @since 0.1.0
 */
public enum ConflictPolicy {

	/**
	 * Keep the existing job and store nothing, so that a submit can be repeated safely.
	 * The result contains the state of the existing job, because a
	 * {@link JobState#RESERVED} or {@link JobState#FAILED} job is kept as well.
	 */
	KEEP,

	/**
	 * Replace the existing job: the new payload and due time apply, and attempts are
	 * counted from the start again. A lease on the existing job becomes void.
	 */
	REPLACE,

	/**
	 * Keep the existing job and throw {@link JobExistsException}.
	 */
	REJECT

}
