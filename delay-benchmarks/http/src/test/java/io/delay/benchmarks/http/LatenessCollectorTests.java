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

package io.delay.benchmarks.http;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LatenessCollector}.
 */
class LatenessCollectorTests {

	@Test
	void percentilesOfManyJobs() throws InterruptedException {
		LatenessCollector lateness = new LatenessCollector();
		IntStream.rangeClosed(1, 200).forEach((index) -> lateness.add((201 - index) * 1000L));
		List<Double> sorted = lateness.take(200);
		assertThat(LatenessCollector.percentile(sorted, 50)).isEqualTo(100);
		assertThat(LatenessCollector.percentile(sorted, 99)).isEqualTo(198);
		assertThat(LatenessCollector.percentile(sorted, 100)).isEqualTo(200);
	}

	@Test
	void jobsAreForgottenWhenTheyAreTaken() throws InterruptedException {
		LatenessCollector lateness = new LatenessCollector();
		lateness.add(1000);
		lateness.take(1);
		lateness.add(2500);
		assertThat(lateness.take(1)).containsExactly(2.5);
	}

}
