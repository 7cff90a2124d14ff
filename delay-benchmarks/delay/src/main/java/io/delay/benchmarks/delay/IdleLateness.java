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

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.TimeUnit;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.template.DelayTemplate;

/**
 * How late jobs start on an idle application: one job each 200 ms with 2 s delay.
 */
class IdleLateness {

	private static final int JOBS = 100;

	private static final int BATCH = 1000;

	private static final Duration GAP = Duration.ofMillis(200);

	private static final Duration DELAY = Duration.ofSeconds(2);

	private static final String TOPIC = "lateness";

	private final LatenessRecorder recorder = new LatenessRecorder();

	private final DelayTemplate template;

	IdleLateness(DelayTemplate template) {
		this.template = template;
	}

	@DelayListener(topic = TOPIC)
	void handle(String payload, JobContext context) {
		this.recorder.started(context);
	}

	/**
	 * Measure and print.
	 * @param warmUp how many other jobs to handle first
	 * @throws InterruptedException if the thread is interrupted
	 */
	void measure(int warmUp) throws InterruptedException {
		for (int from = 0; from < warmUp; from += BATCH) {
			int jobs = Math.min(BATCH, warmUp - from);
			this.template.submitAll(Collections.nCopies(jobs, Job.to(TOPIC).payload("warm-up").build()));
			this.recorder.take(jobs);
		}
		for (int i = 0; i < JOBS; i++) {
			this.template.submit(TOPIC, "job-" + i, DELAY);
			TimeUnit.NANOSECONDS.sleep(GAP.toNanos());
		}
		System.out.println("lateness, idle, one job at a time, after " + warmUp + " other jobs: "
				+ LatenessFigures.of(this.recorder.take(JOBS)));
	}

}
