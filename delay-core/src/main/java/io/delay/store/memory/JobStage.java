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

package io.delay.store.memory;

import java.time.Instant;

import io.delay.store.LeaseTerms;

/**
 * Where a job stands in its life, with what belongs to that. Ready is not a stage: a job
 * is ready when it waits and its time has come.
 */
sealed interface JobStage {

	/**
	 * By what the jobs of a stage are sorted, see {@link StoreTime}.
	 * @return the score
	 */
	Instant score();

	/**
	 * Waiting for a worker.
	 *
	 * @param score when the job becomes visible
	 */
	record Waiting(Instant score) implements JobStage {

	}

	/**
	 * Held by a worker.
	 *
	 * @param token the token of the lease
	 * @param terms the terms of the lease
	 * @param visibleSince since when the job was ready
	 * @param score when the lease ends
	 * @param progress what is known of the worker
	 */
	record Reserved(String token, LeaseTerms terms, Instant visibleSince, Instant score,
			Progress progress) implements JobStage {

	}

	/**
	 * Buried.
	 *
	 * @param score when the job was buried
	 */
	record Failed(Instant score) implements JobStage {

	}

}
