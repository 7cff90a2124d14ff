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

package io.delay.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.listener.JobContext;
import io.delay.template.DelayTemplate;
import io.delay.test.redis.EmbeddedRedis;

/**
 * How late jobs start on an idle application: one job each 200 ms with 2 s delay, the
 * start of its handler minus its due time. Redis runs on this machine, so both clocks are
 * one. With {@code -DwarmUp=50000} that many other jobs are handled first, so that the
 * JVM has compiled what it runs.
 *
 * @since 0.1.0
 */
@SpringBootApplication
public class LatenessBenchmark {

	private static final int JOBS = 100;

	private static final int BATCH = 1000;

	private static final Duration GAP = Duration.ofMillis(200);

	private static final Duration DELAY = Duration.ofSeconds(2);

	private static final String TOPIC = "lateness";

	private final BlockingQueue<Long> latenessMicros = new LinkedBlockingQueue<>();

	@DelayListener(topic = TOPIC)
	void handle(String payload, JobContext context) {
		Instant now = InstantSource.system().instant();
		this.latenessMicros.add(ChronoUnit.MICROS.between(context.dueTime(), now));
	}

	/**
	 * Measure, print and end.
	 * @param arguments arguments of the application
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] arguments) throws InterruptedException {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			String[] all = Stream
				.concat(Stream.of("--spring.data.redis.host=" + redis.host(),
						"--spring.data.redis.port=" + redis.port()), Stream.of(arguments))
				.toArray(String[]::new);
			try (ConfigurableApplicationContext context = SpringApplication.run(LatenessBenchmark.class, all)) {
				context.getBean(LatenessBenchmark.class).measure(context.getBean(DelayTemplate.class));
			}
		}
	}

	private void measure(DelayTemplate template) throws InterruptedException {
		int warmUp = Integer.getInteger("warmUp", 0);
		for (int from = 0; from < warmUp; from += BATCH) {
			int jobs = Math.min(BATCH, warmUp - from);
			template.submitAll(Collections.nCopies(jobs, Job.to(TOPIC).payload("warm-up").build()));
			take(jobs);
		}
		for (int i = 0; i < JOBS; i++) {
			template.submit(TOPIC, "job-" + i, DELAY);
			TimeUnit.NANOSECONDS.sleep(GAP.toNanos());
		}
		print("after " + warmUp + " other jobs", take(JOBS));
	}

	private List<Long> take(int jobs) throws InterruptedException {
		List<Long> micros = new ArrayList<>();
		for (int i = 0; i < jobs; i++) {
			Long lateness = this.latenessMicros.poll(10, TimeUnit.SECONDS);
			if (lateness == null) {
				throw new IllegalStateException("Only " + i + " of " + jobs + " jobs were handled");
			}
			micros.add(lateness);
		}
		return micros;
	}

	private static void print(String what, List<Long> micros) {
		List<Long> sorted = micros.stream().sorted().toList();
		System.out.printf("lateness, idle, one job at a time, %s: min %.2f ms, p50 %.2f ms, p99 %.2f ms, max %.2f ms%n",
				what, sorted.get(0) / 1e3, percentile(sorted, 50) / 1e3, percentile(sorted, 99) / 1e3,
				sorted.get(sorted.size() - 1) / 1e3);
	}

	private static double percentile(List<Long> sorted, int percent) {
		return sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
	}

}
