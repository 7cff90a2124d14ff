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

package io.delay.store.admin;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobState;

/**
 * The result of an edit of a job.
 *
 * @param status whether the job was edited
 * @param found the state of the job before the call, {@code null} if there is no such job
 * @since 0.1.0
 */
public record EditResult(Status status, @Nullable JobState found) {

	/**
	 * Create the result of an edit.
	 * @param edited whether the job was edited
	 * @param found the state of the job before the call, {@code null} if there is no such
	 * job
	 * @return the result
	 */
	public static EditResult of(boolean edited, @Nullable JobState found) {
		if (edited) {
			return new EditResult(Status.EDITED, found);
		}
		return new EditResult((found != null) ? Status.CHANGED : Status.MISSING, found);
	}

	/**
	 * The outcome of an edit.
	 */
	public enum Status {

		/** The job was edited. */
		EDITED,

		/** The job was not edited, because it has changed since it was read. */
		CHANGED,

		/** There is no such job. */
		MISSING

	}

}
