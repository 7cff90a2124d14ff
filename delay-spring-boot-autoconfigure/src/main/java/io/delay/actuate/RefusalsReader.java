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

package io.delay.actuate;

import java.time.Duration;
import java.util.List;

import io.delay.store.admin.JobStoreInspector;

/**
 * Reads what a store refuses, no more often than a probe each second may cost. An answer
 * is kept only if nothing is refused, so that the end of a refusal is noticed at once.
 */
final class RefusalsReader {

	private final JobStoreInspector inspector;

	private final Duration keep;

	private boolean noneRefused;

	/** By System.nanoTime(). */
	private long readAt;

	RefusalsReader(JobStoreInspector inspector, Duration keep) {
		this.inspector = inspector;
		this.keep = keep;
	}

	List<String> read() {
		if (isFresh()) {
			return List.of();
		}
		long begin = System.nanoTime();
		List<String> refusals = this.inspector.refusals();
		keep(refusals.isEmpty(), begin);
		return refusals;
	}

	// A store that comes back need not be as it was.
	void forget() {
		keep(false, 0);
	}

	private synchronized boolean isFresh() {
		return this.noneRefused && System.nanoTime() - this.readAt < this.keep.toNanos();
	}

	private synchronized void keep(boolean noneRefused, long readAt) {
		this.noneRefused = noneRefused;
		this.readAt = readAt;
	}

}
