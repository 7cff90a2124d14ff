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
import java.util.ArrayList;
import java.util.List;

import io.delay.annotation.Backoff;
import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.template.DelayTemplate;

/**
 * How late good jobs start with and without bad jobs among them: rounds of both kinds in
 * turn.
 */
class PoisonLateness {

	static final String TOPIC = "poisoned";

	private static final int ROUNDS = 4;

	private static final int GOOD = 5000;

	/** Time for the submits and for damaging records. */
	private static final Duration LEAD = Duration.ofSeconds(1);

	private static final Duration SPREAD = Duration.ofSeconds(5);

	private final LatenessRecorder recorder = new LatenessRecorder();

	private final DelayTemplate template;

	private final PoisonJobs poison;

	PoisonLateness(DelayTemplate template, PoisonJobs poison) {
		this.template = template;
		this.poison = poison;
	}

	@DelayListener(topic = TOPIC, maxAttempts = "3", backoff = @Backoff(type = "fixed", delay = "500ms"))
	void handle(Order order, JobContext context) {
		if (order.bad()) {
			throw new IllegalStateException("Order " + context.id() + " is bad");
		}
		this.recorder.started(context);
	}

	/**
	 * Measure and print.
	 * @param bad how many bad jobs there are among the good ones
	 * @throws InterruptedException if the thread is interrupted
	 */
	void measure(int bad) throws InterruptedException {
		round(0);
		round(bad);
		List<Long> without = new ArrayList<>();
		List<Long> with = new ArrayList<>();
		System.out.printf("lateness of %,d good jobs, due over %d s, without and with %,d bad ones%n", GOOD,
				SPREAD.toSeconds(), bad);
		for (int i = 1; i <= ROUNDS; i++) {
			List<Long> clean = round(0);
			List<Long> poisoned = round(bad);
			print("round " + i, clean, poisoned);
			without.addAll(clean);
			with.addAll(poisoned);
		}
		print("all", without, with);
	}

	private List<Long> round(int bad) throws InterruptedException {
		List<Job> jobs = new ArrayList<>();
		for (int i = 0; i < GOOD; i++) {
			jobs.add(Job.to(TOPIC).payload(new Order(false)).delay(delay(i, GOOD)).build());
		}
		for (int i = 0; i < bad; i++) {
			jobs.add(this.poison.job(i, delay(i, bad)));
		}
		this.template.submitAll(jobs);
		this.poison.damage(bad);
		List<Long> micros = this.recorder.take(GOOD);
		this.poison.awaitFailed(bad);
		return micros;
	}

	private static Duration delay(int index, int count) {
		return LEAD.plus(SPREAD.multipliedBy(index).dividedBy(count));
	}

	private static void print(String what, List<Long> without, List<Long> with) {
		System.out.printf("%-8s without: %s%n%-8s with:    %s%n", what, LatenessFigures.of(without), "",
				LatenessFigures.of(with));
	}

	/**
	 * The payload.
	 *
	 * @param bad whether its handler throws
	 */
	record Order(boolean bad) {

	}

}
