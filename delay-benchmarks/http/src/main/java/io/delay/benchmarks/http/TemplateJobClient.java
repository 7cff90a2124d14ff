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

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.delay.job.Job;
import io.delay.job.SubmitStatus;
import io.delay.store.JobStore;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.template.DelayTemplate;

/**
 * Uses the template, which all threads share. Many acknowledgements with one call are an
 * operation of the store.
 */
final class TemplateJobClient implements JobClient {

	private final DelayTemplate template;

	private final JobStore store;

	private final String topic;

	TemplateJobClient(DelayTemplate template, JobStore store, String topic) {
		this.template = template;
		this.store = store;
		this.topic = topic;
	}

	@Override
	public void submit(String payload) {
		check(this.template.submit(job(payload)).status() == SubmitStatus.CREATED);
	}

	@Override
	public void submitAll(List<String> payloads) {
		List<Job> jobs = payloads.stream().map(this::job).toList();
		check(this.template.submitAll(jobs).stream().allMatch((result) -> result.status() == SubmitStatus.CREATED));
	}

	private Job job(String payload) {
		return Job.to(this.topic).payload(payload).build();
	}

	@Override
	public int reserveAndAck(int limit) {
		List<ReservedJob> jobs = this.template.reserve(this.topic, limit);
		if (jobs.size() == 1) {
			check(this.template.ack(jobs.get(0).lease()) == SettleResult.DONE);
		}
		else if (!jobs.isEmpty()) {
			List<Settlement> acks = new ArrayList<>(jobs.size());
			jobs.forEach((job) -> acks.add(new Settlement.Ack(job.lease())));
			check(this.store.settle(acks).stream().allMatch((result) -> Objects.equals(result, SettleResult.DONE)));
		}
		return jobs.size();
	}

	private static void check(boolean isDone) {
		if (!isDone) {
			throw new IllegalStateException("The store has not done what was asked");
		}
	}

	@Override
	public void close() {
	}

}
