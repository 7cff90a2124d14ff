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
 * Where a job is kept. Ready is not a place: a job is ready when it waits and its time
 * has come.
 */
sealed interface Place {

	/**
	 * The time by which the jobs of a place are sorted.
	 * @return the time
	 */
	Instant time();

	/**
	 * Waiting for a worker.
	 *
	 * @param time when the job becomes visible
	 */
	record Waiting(Instant time) implements Place {

	}

	/**
	 * Held by a worker.
	 *
	 * @param token the token of the lease
	 * @param terms the terms of the lease
	 * @param visibleSince since when the job was ready
	 */
	record Reserved(String token, LeaseTerms terms, Instant visibleSince) implements Place {

		@Override
		public Instant time() {
			return this.terms.deadline();
		}

	}

	/**
	 * Set aside.
	 *
	 * @param time when the job was buried
	 */
	record Failed(Instant time) implements Place {

	}

}
