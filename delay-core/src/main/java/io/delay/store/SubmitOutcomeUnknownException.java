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

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if jobs were sent to the store and the store did not reply, or replied that it
 * refused some of them. The cause contains the details. Submitting the jobs again with
 * the same ids and {@link io.delay.job.ConflictPolicy#KEEP} is safe as long as they
 * cannot have been handled in the meantime.
 *
 * @since 0.1.0
 */
public final class SubmitOutcomeUnknownException extends OutcomeUnknownException {

	/**
	 * Create the exception.
	 * @param topics the topics of the jobs
	 * @param ids the ids of the jobs that may have been stored, including generated ones
	 */
	public SubmitOutcomeUnknownException(List<String> topics, List<String> ids, @Nullable Throwable cause) {
		super("It is unknown whether the store has accepted all of the " + describe(ids) + " of topic " + topics
				+ ". Look them up by id, or submit them again with the same ids", topics, ids, cause);
	}

}
