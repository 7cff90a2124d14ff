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

package io.delay.benchmarks.kit.workload;

import io.delay.benchmarks.kit.measurement.Usage;

/**
 * The outcome of the jobs of a round, without the jobs themselves.
 *
 * @param usage the resources that they have used
 * @param lost how many were not handled
 * @param doubles how many were handled more than once
 */
record EnduranceOutcome(Usage usage, int lost, int doubles) {

	EnduranceOutcome plus(EnduranceOutcome other) {
		return new EnduranceOutcome(this.usage.plus(other.usage), this.lost + other.lost, this.doubles + other.doubles);
	}

	// For jobs whose usage does not count.
	static EnduranceOutcome free(int lost, int doubles) {
		return new EnduranceOutcome(new Usage(0, 0, 0, 0), lost, doubles);
	}

}
