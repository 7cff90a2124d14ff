// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
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
import io.delay.store.admin.TopicStatus;

/**
 * What a person may do to several partitions.
 */
final class PartitionedMemoryAdministrator implements JobStoreAdministrator {

	private final MemoryPartitions partitions;

	PartitionedMemoryAdministrator(MemoryPartitions partitions) {
		this.partitions = partitions;
	}

	private List<StoredJob> failed(String topic) {
		return new PartitionedMemoryInspector(this.partitions).jobs(topic, JobState.FAILED);
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		return this.partitions.send(ids, Function.identity(),
				(partition, some) -> partition.administrator().kick(topic, some, dueTime));
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		return kick(topic, failed(topic).stream().limit(limit).map(StoredJob::id).toList(), dueTime).size();
	}

	@Override
	public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
		int kicked = 0;
		for (int i = 0; i < jobs.size(); i++) {
			kicked += this.partitions.of(jobs.get(i).id())
				.administrator()
				.kickUnchanged(topic, jobs.subList(i, i + 1), dueTimes.subList(i, i + 1));
		}
		return kicked;
	}

	@Override
	public int cancelUnchanged(String topic, List<FailedJob> jobs) {
		return jobs.stream()
			.mapToInt((job) -> this.partitions.of(job.id()).administrator().cancelUnchanged(topic, List.of(job)))
			.sum();
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		return this.partitions.send(ids, Function.identity(),
				(partition, some) -> partition.administrator().bury(topic, some, reason));
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return this.partitions.send(ids, Function.identity(),
				(partition, some) -> partition.administrator().cancel(topic, some));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return this.partitions.send(ids, Function.identity(),
				(partition, some) -> partition.administrator().reschedule(topic, some, dueTime));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		return this.partitions.of(id).administrator().edit(topic, id, edit);
	}

	@Override
	public int purge(String topic, JobState state, int limit) {
		throw new UnsupportedOperationException();
	}

	// One by one: the oldest of the topic is the oldest of its partition.
	@Override
	public int dropFailed(String topic, FailedRetention retention, int limit) {
		List<StoredJob> failed = failed(topic);
		Integer maxCount = retention.maxCount();
		int dropped = 0;
		for (StoredJob job : failed.subList(0, Math.min(limit, failed.size()))) {
			boolean tooMany = maxCount != null && dropped < failed.size() - maxCount;
			FailedRetention oldest = tooMany ? new FailedRetention(null, 0)
					: new FailedRetention(retention.maxAge(), null);
			dropped += this.partitions.of(job.id()).administrator().dropFailed(topic, oldest, 1);
		}
		return dropped;
	}

	@Override
	public Set<String> insert(JobCopies jobs) {
		return each(jobs, JobStoreAdministrator::insert);
	}

	@Override
	public Set<String> removeUnchanged(JobCopies jobs) {
		return each(jobs, JobStoreAdministrator::removeUnchanged);
	}

	private Set<String> each(JobCopies jobs, BiFunction<JobStoreAdministrator, JobCopies, Set<String>> change) {
		return jobs.jobs()
			.stream()
			.flatMap((job) -> change
				.apply(this.partitions.of(job.id()).administrator(), new JobCopies(jobs.topic(), List.of(job)))
				.stream())
			.collect(Collectors.toSet());
	}

	@Override
	public boolean pause(String topic, Operator operator) {
		return this.partitions.all()
			.stream()
			.filter((partition) -> partition.administrator().pause(topic, operator))
			.count() > 0;
	}

	@Override
	public boolean resume(String topic) {
		return this.partitions.all()
			.stream()
			.filter((partition) -> partition.administrator().resume(topic))
			.count() > 0;
	}

	@Override
	public ForgetResult forget(String topic) {
		TopicStatus found = new PartitionedMemoryInspector(this.partitions).status(topic);
		boolean forgotten = found.isUnused() && this.partitions.all()
			.stream()
			.filter((partition) -> partition.administrator().forget(topic).forgotten())
			.count() > 0;
		return new ForgetResult(forgotten, found);
	}

}
