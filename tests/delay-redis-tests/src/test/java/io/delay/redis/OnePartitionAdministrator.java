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

package io.delay.redis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.Operator;

/**
 * What a person may do to a store all of whose jobs are led into one partition.
 */
final class OnePartitionAdministrator implements JobStoreAdministrator {

	private final JobStoreAdministrator administrator;

	private final OnePartitionIds ids;

	OnePartitionAdministrator(JobStoreAdministrator administrator, OnePartitionIds ids) {
		this.administrator = administrator;
		this.ids = ids;
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		return this.administrator.kick(topic, led(ids), dueTime);
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		return this.administrator.kickOldest(topic, limit, dueTime);
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		return this.administrator.bury(topic, led(ids), reason);
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return this.administrator.cancel(topic, led(ids));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return this.administrator.reschedule(topic, led(ids), dueTime);
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		return this.administrator.edit(topic, this.ids.lead(id), edit);
	}

	@Override
	public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
		return this.administrator.kickUnchanged(topic, ledJobs(jobs), dueTimes);
	}

	@Override
	public int cancelUnchanged(String topic, List<FailedJob> jobs) {
		return this.administrator.cancelUnchanged(topic, ledJobs(jobs));
	}

	private List<FailedJob> ledJobs(List<FailedJob> jobs) {
		return jobs.stream()
			.map((job) -> new FailedJob(this.ids.lead(job.id()), job.time(), job.error(), job.version()))
			.toList();
	}

	private List<String> led(List<String> ids) {
		return ids.stream().map(this.ids::lead).toList();
	}

	@Override
	public int purge(String topic, JobState state, int limit) {
		return this.administrator.purge(topic, state, limit);
	}

	@Override
	public int purgeAtOnce(String topic, Set<JobState> states) {
		return this.administrator.purgeAtOnce(topic, states);
	}

	@Override
	public int dropFailed(String topic, FailedRetention retention, int limit) {
		return this.administrator.dropFailed(topic, retention, limit);
	}

	@Override
	public Set<String> insert(JobCopies jobs) {
		return originals(this.administrator.insert(led(jobs)));
	}

	@Override
	public Set<String> removeUnchanged(JobCopies jobs) {
		return originals(this.administrator.removeUnchanged(led(jobs)));
	}

	private JobCopies led(JobCopies jobs) {
		return new JobCopies(jobs.topic(),
				jobs.jobs()
					.stream()
					.map((job) -> new StoredJob(job.topic(), this.ids.lead(job.id()), job.state(), job.time(),
							job.dueTime(), job.record(), job.failures(), job.version(), job.holder()))
					.toList());
	}

	private Set<String> originals(Set<String> led) {
		return led.stream().map(this.ids::original).collect(Collectors.toSet());
	}

	@Override
	public boolean pause(String topic, Operator operator) {
		return this.administrator.pause(topic, operator);
	}

	@Override
	public boolean resume(String topic) {
		return this.administrator.resume(topic);
	}

	@Override
	public ForgetResult forget(String topic) {
		return this.administrator.forget(topic);
	}

}
