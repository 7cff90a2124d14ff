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

package io.delay.store.history;

import java.time.Instant;

import org.springframework.util.Assert;

/**
 * A position in the list of finished runs, which is ordered by time, newest first.
 *
 * @param finished when the run finished
 * @param partition the number of the partition of the run, 0 or more
 * @param number the number of the run within its partition, 1 or more; newer runs have
 * larger numbers
 * @since 0.1.0
 */
public record RunPosition(Instant finished, int partition, long number) {

	public RunPosition {
		Assert.notNull(finished, "'finished' must not be null");
		Assert.isTrue(partition >= 0, () -> "Partition " + partition + " must not be negative");
		Assert.isTrue(number >= 1, () -> "Number " + number + " of a run must be 1 or more");
	}

}
