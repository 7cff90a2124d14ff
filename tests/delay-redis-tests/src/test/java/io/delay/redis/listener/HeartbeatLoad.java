// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.SubmitResult;
import io.delay.template.DelayTemplate;

/**
 * Threads that send the heartbeats of devices in batches; each heartbeat sets the timer
 * of its device anew. A thread has devices of its own and goes through them in waves: a
 * device's next heartbeat follows when the wave has moved on by {@code gap} batches.
 *
 * @param topic the topic of the timers
 * @param threads how many threads
 * @param batch how many devices beat together
 * @param gap how many batches lie between two heartbeats of a device
 * @param delay how long after a heartbeat the timer fires
 */
record HeartbeatLoad(String topic, int threads, int batch, int gap, Supplier<Duration> delay) {

	private static final long LONGEST_RUN_SECONDS = 60;

	/**
	 * Send all heartbeats.
	 */
	void run(DelayTemplate template, TimerLog log) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(this.threads);
		try {
			List<Future<?>> parts = new ArrayList<>();
			int share = log.devices() / this.threads;
			for (int i = 0; i < this.threads; i++) {
				int first = i * share;
				parts.add(executor.submit(() -> beat(template, log, first, first + share)));
			}
			for (Future<?> part : parts) {
				part.get(LONGEST_RUN_SECONDS, TimeUnit.SECONDS);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private void beat(DelayTemplate template, TimerLog log, int first, int end) {
		int batches = (end - first) / this.batch;
		int steps = batches + (log.heartbeats() - 1) * this.gap;
		for (int step = 0; step < steps; step++) {
			for (int heartbeat = 0; heartbeat < log.heartbeats(); heartbeat++) {
				int index = step - heartbeat * this.gap;
				if (index >= 0 && index < batches) {
					submit(template, log, first + index * this.batch, heartbeat);
				}
			}
		}
	}

	private void submit(DelayTemplate template, TimerLog log, int first, int heartbeat) {
		List<Job> jobs = new ArrayList<>(this.batch);
		for (int device = first; device < first + this.batch; device++) {
			jobs.add(Job.to(this.topic)
				.id(TimerLog.id(device))
				.payload(Integer.toString(heartbeat))
				.delay(this.delay.get())
				.onConflict(ConflictPolicy.REPLACE)
				.build());
		}
		List<SubmitResult> results = template.submitAll(jobs);
		for (int i = 0; i < results.size(); i++) {
			log.submitted(first + i, heartbeat, results.get(i));
		}
	}

}
