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

import java.time.Instant;

import org.springframework.util.Assert;

import io.delay.store.StoredJob;

/**
 * A position in the list of the jobs of one state, which is ordered by time, then by the
 * bytes of the id.
 *
 * @param time the time by which the store sorts the job: {@link StoredJob#time()}, or a
 * different time if the store's clock was set back and has not yet caught up
 * @since 0.1.0
 */
public record JobPosition(Instant time, String id) {

	public JobPosition {
		Assert.notNull(time, "'time' must not be null");
		Assert.hasLength(id, "'id' must not be empty");
	}

	/**
	 * Return the position of a job.
	 * @return the position
	 */
	public static JobPosition of(StoredJob job) {
		return new JobPosition(job.time(), job.id());
	}

}
