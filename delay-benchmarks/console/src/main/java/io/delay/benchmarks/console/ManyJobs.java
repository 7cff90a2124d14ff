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

package io.delay.benchmarks.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

/**
 * Many topics with few jobs each, and one topic with many jobs in each state, written to
 * the store without listeners.
 */
final class ManyJobs {

	/** The topic with many jobs. */
	static final String TOPIC = "orders";

	private static final int BATCH = 500;

	private static final int LETTERS = 26;

	private static final JobRecord RECORD = JobRecord.of("x".repeat(200).getBytes(StandardCharsets.UTF_8));

	private final JobStore store;

	private final LeaseTokens tokens = new LeaseTokens("benchmark");

	ManyJobs(JobStore store) {
		this.store = store;
	}

	void addFinished(int count) {
		submit(TOPIC, "done-", count, Duration.ZERO);
		settle((job) -> new Settlement.Ack(job.lease(), Duration.ofMillis(12)));
	}

	void addFailed(int count, int causes) {
		submit(TOPIC, "failed-", count, Duration.ZERO);
		settle((job) -> new Settlement.Bury(job.lease(),
				FailureReason.of(failure(numberOf(job.lease().id()), causes), "benchmark")));
	}

	void addWaiting(int count) {
		submit(TOPIC, "waiting-", count, Duration.ofDays(1));
	}

	void addTopics(int count, int jobs) {
		for (int i = 0; i < count; i++) {
			submit("topic-%04d".formatted(i), "job-", jobs, Duration.ofHours(1));
		}
	}

	/**
	 * Submit one more job to the topic with many jobs, so that its numbers change.
	 * @param id the id of the job
	 */
	void addOne(String id) {
		this.store.submit(List.of(job(TOPIC, id, Duration.ofDays(1))));
	}

	// Numbers are masked in the message of a cause, letters are not.
	private static Exception failure(int number, int causes) {
		int cause = number % causes;
		return new IllegalStateException("Payment %d was refused for reason %c%c".formatted(number,
				'A' + cause / LETTERS, 'A' + cause % LETTERS));
	}

	private static int numberOf(String id) {
		return Integer.parseInt(id.substring(id.indexOf('-') + 1));
	}

	private void submit(String topic, String prefix, int count, Duration delay) {
		for (int from = 0; from < count; from += BATCH) {
			this.store.submit(IntStream.range(from, Math.min(count, from + BATCH))
				.mapToObj((i) -> job(topic, prefix + i, delay.isZero() ? delay : delay.plusMillis(i)))
				.toList());
		}
	}

	private static NewJob job(String topic, String id, Duration delay) {
		return new NewJob(topic, id, DueTime.after(delay), ConflictPolicy.KEEP, RECORD);
	}

	private void settle(Function<ReservedJob, Settlement> settlement) {
		List<ReservedJob> jobs;
		do {
			jobs = this.store
				.reserve(new ReserveRequest(TOPIC, this.tokens.next(), BATCH, new ReserveTerms(Duration.ofHours(1), 1)))
				.jobs();
			List<Settlement> settlements = new ArrayList<>(jobs.size());
			jobs.forEach((job) -> settlements.add(settlement.apply(job)));
			if (!settlements.isEmpty()) {
				this.store.settle(settlements);
			}
		}
		while (!jobs.isEmpty());
	}

}
