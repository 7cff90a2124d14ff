// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import io.delay.job.JobState;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobStoreInspector;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs as one store showed them before a call that changes those in some states.
 *
 * @param jobs the jobs by id
 */
record JobsBefore(JobStoreInspector inspector, String topic, Map<String, Optional<StoredJob>> jobs) {

	static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

	static JobsBefore read(ModelledStore store, String topic, List<String> ids) {
		JobStoreInspector inspector = store.inspector();
		Map<String, Optional<StoredJob>> jobs = new LinkedHashMap<>();
		ids.forEach((id) -> jobs.put(id, inspector.find(topic, id)));
		return new JobsBefore(inspector, topic, jobs);
	}

	/**
	 * Check the answer of the call, and what has become of the jobs.
	 * @param answer the states that the call has found, in the order of the ids
	 * @param from the states of jobs that the call changes
	 * @param to the states that these jobs may have afterwards, none if they are deleted
	 */
	List<Optional<JobState>> assertChanged(List<Optional<JobState>> answer, Set<JobState> from, Set<JobState> to) {
		assertThat(answer).as("States found")
			.containsExactlyElementsOf(this.jobs.values().stream().map((job) -> job.map(StoredJob::state)).toList());
		assertChanged((job) -> from.contains(job.state()), to);
		return answer;
	}

	/**
	 * Check what has become of the jobs.
	 * @param changed which jobs the call changes
	 * @param to the states that these jobs may have afterwards, none if they are deleted
	 */
	void assertChanged(Predicate<StoredJob> changed, Set<JobState> to) {
		this.jobs.forEach((id, job) -> {
			Optional<StoredJob> now = this.inspector.find(this.topic, id);
			if (job.filter(changed).isEmpty()) {
				assertThat(Readable.of(now)).as("Job '%s', which is not to change", id).isEqualTo(Readable.of(job));
			}
			else if (to.isEmpty()) {
				assertThat(now).as("Job '%s'", id).isEmpty();
			}
			else {
				assertThat(now.map(StoredJob::state)).as("State of job '%s'", id).get().isIn(to);
			}
		});
	}

}
