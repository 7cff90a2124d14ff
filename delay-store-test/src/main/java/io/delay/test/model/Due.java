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

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;

import io.delay.job.DueTime;

/**
 * When a job is to run.
 *
 * @param instant whether it is told as an instant, else as a delay
 * @param offset how long from now; negative only for instants
 */
public record Due(boolean instant, Duration offset) {

	DueTime from(Instant now) {
		return this.instant ? DueTime.at(now.plus(this.offset)) : DueTime.after(this.offset);
	}

	@Override
	public String toString() {
		return (this.instant ? "at " : "after ") + this.offset;
	}

}
