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

package io.delay.benchmarks.kit.load;

import io.delay.benchmarks.kit.measurement.Usage;

/**
 * The usage of the two halves of the life of some jobs.
 *
 * @param submits from the first submit to the last
 * @param drain from the moment at which all are due until all are handled
 */
public record LifeUsage(Usage submits, Usage drain) {

	public LifeUsage plus(LifeUsage other) {
		return new LifeUsage(this.submits.plus(other.submits), this.drain.plus(other.drain));
	}

	public Usage all() {
		return this.submits.plus(this.drain);
	}

}
