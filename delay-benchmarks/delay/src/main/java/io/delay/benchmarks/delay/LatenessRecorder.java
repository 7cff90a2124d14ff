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

package io.delay.benchmarks.delay;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delay.listener.JobContext;

/**
 * Records how late each job starts: the present time minus its due time. Redis runs on
 * this machine, so both use the same clock.
 */
final class LatenessRecorder {

	private static final int PATIENCE_SECONDS = 10;

	private final BlockingQueue<Long> latenessMicros = new LinkedBlockingQueue<>();

	void started(JobContext context) {
		Instant now = InstantSource.system().instant();
		this.latenessMicros.add(ChronoUnit.MICROS.between(context.visibleSince(), now));
	}

	/**
	 * Wait for jobs.
	 * @param jobs the number of jobs
	 * @return the lateness of each job, in microseconds
	 * @throws InterruptedException if the thread is interrupted
	 */
	List<Long> take(int jobs) throws InterruptedException {
		List<Long> micros = new ArrayList<>();
		for (int i = 0; i < jobs; i++) {
			Long lateness = this.latenessMicros.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
			if (lateness == null) {
				throw new IllegalStateException("Only " + i + " of " + jobs + " jobs were handled");
			}
			micros.add(lateness);
		}
		return micros;
	}

}
