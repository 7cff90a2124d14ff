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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.delay.job.ConflictPolicy;
import io.delay.job.Job;
import io.delay.job.JobState;
import io.delay.store.admin.JobStoreInspector;

/**
 * Bad jobs of three kinds in turn: the handler throws, the payload is not JSON, or the
 * record in Redis is damaged.
 */
class PoisonJobs {

	private static final int KINDS = 3;

	private static final String RECORDS = "{delay:" + PoisonLateness.TOPIC + ":0}:jobs";

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

	private final StringRedisTemplate redis;

	private final JobStoreInspector inspector;

	PoisonJobs(StringRedisTemplate redis, JobStoreInspector inspector) {
		this.redis = redis;
		this.inspector = inspector;
	}

	// A bad job, which replaces a failed one with the same id.
	Job job(int index, Duration delay) {
		Job.Builder job = Job.to(PoisonLateness.TOPIC).id(id(index)).delay(delay).onConflict(ConflictPolicy.REPLACE);
		return switch (index % KINDS) {
			case 0 -> job.payload(new PoisonLateness.Order(true)).build();
			case 1 -> job.payload("no JSON".getBytes(StandardCharsets.UTF_8)).build();
			default -> job.build();
		};
	}

	// Damages the records of the jobs of that kind.
	void damage(int count) {
		for (int i = KINDS - 1; i < count; i += KINDS) {
			this.redis.opsForHash().put(RECORDS, id(i), "no record");
		}
	}

	// Waits until all bad jobs are buried and no other job is left.
	void awaitFailed(int count) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE_NANOS;
		while (!isOver(count)) {
			if (System.nanoTime() - end > 0) {
				throw new IllegalStateException(
						"Not all bad jobs are buried: " + this.inspector.status(PoisonLateness.TOPIC).counts());
			}
			TimeUnit.MILLISECONDS.sleep(100);
		}
	}

	private boolean isOver(int count) {
		return this.inspector.status(PoisonLateness.TOPIC)
			.counts()
			.entrySet()
			.stream()
			.allMatch(
					(entry) -> (entry.getKey() == JobState.FAILED) ? entry.getValue() >= count : entry.getValue() == 0);
	}

	private static String id(int index) {
		return "bad-" + index;
	}

}
