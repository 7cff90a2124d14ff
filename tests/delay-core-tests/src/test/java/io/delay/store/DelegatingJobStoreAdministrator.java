// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.Operator;

/**
 * Passes everything on, so that a test can have one call fail or watch it.
 */
public class DelegatingJobStoreAdministrator implements JobStoreAdministrator {

	private final JobStoreAdministrator administrator;

	public DelegatingJobStoreAdministrator(JobStoreAdministrator administrator) {
		this.administrator = administrator;
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		return this.administrator.kick(topic, ids, dueTime);
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		return this.administrator.kickOldest(topic, limit, dueTime);
	}

	@Override
	public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
		return this.administrator.kickUnchanged(topic, jobs, dueTimes);
	}

	@Override
	public int cancelUnchanged(String topic, List<FailedJob> jobs) {
		return this.administrator.cancelUnchanged(topic, jobs);
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		return this.administrator.bury(topic, ids, reason);
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return this.administrator.cancel(topic, ids);
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return this.administrator.reschedule(topic, ids, dueTime);
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		return this.administrator.edit(topic, id, edit);
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
		return this.administrator.insert(jobs);
	}

	@Override
	public Set<String> removeUnchanged(JobCopies jobs) {
		return this.administrator.removeUnchanged(jobs);
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
