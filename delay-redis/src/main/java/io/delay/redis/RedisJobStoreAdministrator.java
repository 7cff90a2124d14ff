// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.redis.inspect.ForgetCommand;
import io.delay.redis.inspect.OldestFailedJobs;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.FinishedRunCodec;
import io.delay.redis.record.JobCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.FailureReason;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.admin.EditResult;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobEdit;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.Operator;
import io.delay.store.history.HistorySettings;

/**
 * Changes the jobs of a {@link RedisJobStore} for an operator.
 *
 * @since 0.1.0
 */
public final class RedisJobStoreAdministrator implements JobStoreAdministrator {

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final HistorySettings history;

	private final OldestFailedJobs failedJobs;

	private final ForgetCommand forget;

	private final CopyCommand copies;

	/**
	 * Create an administrator.
	 * @param connections the connections; not closed by this administrator
	 * @param options where in Redis the jobs are stored
	 */
	public RedisJobStoreAdministrator(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options));
	}

	RedisJobStoreAdministrator(RedisBackend backend) {
		RedisJobStoreOptions options = backend.options();
		this.runner = backend.producers();
		this.topics = backend.topicsOfProducers();
		this.history = options.history();
		this.failedJobs = new OldestFailedJobs(backend.producers());
		this.forget = new ForgetCommand(backend.producers(), backend.topicList(), options.namespace(),
				options::partitions);
		this.copies = new CopyCommand(this.runner, this.topics);
	}

	@Override
	public List<Optional<JobState>> kick(String topic, List<String> ids, DueTime dueTime) {
		return change(RedisScript.KICK, topic, ids, (partition, arguments) -> arguments.add(dueTime));
	}

	@Override
	public int kickOldest(String topic, int limit, DueTime dueTime) {
		checkLimit(limit);
		TopicPartitions partitions = this.topics.recordedPartitions(topic);
		if (partitions.count() == 1) {
			return kickOldest(partitions.all().get(0), limit, dueTime);
		}
		int kicked = 0;
		int step;
		try {
			do {
				List<String> oldest = this.failedJobs.oldest(partitions, limit - kicked);
				step = (int) kick(topic, oldest, dueTime).stream().filter(Optional.of(JobState.FAILED)::equals).count();
				kicked += step;
			}
			while (step > 0 && kicked < limit);
		}
		catch (DataAccessException ex) {
			throw after(kicked > 0, RedisScript.KICK_OLDEST, topic, List.of(), ex);
		}
		return kicked;
	}

	// If a call is full, it leaves out the last jobs, but kicks at least one
	private int kickOldest(PartitionKeys partition, int limit, DueTime dueTime) {
		int kicked = 0;
		boolean more = limit > 0;
		try {
			while (more) {
				ScriptReply reply = this.runner.change(RedisScript.KICK_OLDEST, partition, List.of(),
						new ScriptArguments(partition).add(dueTime).add(limit - kicked));
				kicked += reply.nextInt();
				more = reply.nextBoolean();
			}
		}
		catch (DataAccessException ex) {
			throw after(kicked > 0, RedisScript.KICK_OLDEST, partition.topic(), List.of(), ex);
		}
		return kicked;
	}

	@Override
	public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
		return changeUnchanged(RedisScript.KICK_UNCHANGED, topic, jobs, (partition, arguments) -> {
		}, (arguments, index) -> arguments.add(dueTimes.get(index)));
	}

	@Override
	public int cancelUnchanged(String topic, List<FailedJob> jobs) {
		return changeUnchanged(RedisScript.CANCEL_UNCHANGED, topic, jobs,
				(partition, arguments) -> arguments.add(FinishedRunCodec.limits(this.history, partition)),
				(arguments, index) -> {
				});
	}

	private int changeUnchanged(RedisScript script, String topic, List<FailedJob> jobs,
			BiConsumer<PartitionKeys, ScriptArguments> details, ObjIntConsumer<ScriptArguments> detailsOfJob) {
		checkLimit(jobs.size());
		List<String> ids = jobs.stream().map(FailedJob::id).toList();
		int changed = 0;
		try {
			for (Map.Entry<PartitionKeys, List<Integer>> group : this.topics.recordedPartitions(topic)
				.group(ids)
				.entrySet()) {
				PartitionKeys partition = group.getKey();
				List<Integer> rest = group.getValue();
				while (!rest.isEmpty()) {
					ScriptArguments arguments = new ScriptArguments(partition);
					details.accept(partition, arguments);
					rest.forEach((index) -> {
						arguments.add(ids.get(index)).add(jobs.get(index).version());
						detailsOfJob.accept(arguments, index);
					});
					ScriptReply reply = this.runner.change(script, partition, ids, arguments);
					changed += reply.nextInt();
					rest = rest.subList(reply.hasNext() ? reply.nextInt() : rest.size(), rest.size());
				}
			}
		}
		catch (DataAccessException ex) {
			throw after(changed > 0, script, topic, ids, ex);
		}
		return changed;
	}

	@Override
	public List<Optional<JobState>> bury(String topic, List<String> ids, FailureReason reason) {
		return change(RedisScript.BURY_WAITING, topic, ids,
				(partition, arguments) -> arguments.add(reason.host()).add(reason.error()));
	}

	@Override
	public List<Optional<JobState>> cancel(String topic, List<String> ids) {
		return change(RedisScript.CANCEL, topic, ids,
				(partition, arguments) -> arguments.add(FinishedRunCodec.limits(this.history, partition)));
	}

	@Override
	public List<Optional<JobState>> reschedule(String topic, List<String> ids, DueTime dueTime) {
		return change(RedisScript.RESCHEDULE, topic, ids, (partition, arguments) -> arguments.add(dueTime));
	}

	@Override
	public EditResult edit(String topic, String id, JobEdit edit) {
		PartitionKeys partition = this.topics.recordedPartitions(topic).of(id);
		ScriptArguments arguments = new ScriptArguments(partition).add(id).add(edit.version());
		DueTime dueTime = edit.dueTime();
		byte[] payload = edit.payload();
		arguments = (dueTime != null) ? arguments.add(dueTime) : arguments.add("");
		arguments = (payload != null) ? arguments.add(payload) : arguments;
		ScriptReply reply = this.runner.change(RedisScript.EDIT, partition, List.of(id), arguments);
		boolean edited = reply.nextBoolean();
		return EditResult.of(edited, JobCodes.state(reply.nextLong()).orElse(null));
	}

	@Override
	public int purge(String topic, JobState state, int limit) {
		return steps(RedisScript.PURGE, this.topics.recordedPartitions(topic), limit,
				(arguments) -> arguments.add(JobCodes.number(state)));
	}

	@Override
	public int purgeAtOnce(String topic, Set<JobState> states) {
		TopicPartitions partitions = this.topics.recordedPartitions(topic);
		String numbers = states.stream().map(JobCodes::number).map(String::valueOf).collect(Collectors.joining());
		int deleted = 0;
		try {
			for (PartitionKeys partition : partitions.all()) {
				deleted += this.runner
					.change(RedisScript.PURGE_AT_ONCE, partition, List.of(),
							new ScriptArguments(partition).add(numbers))
					.nextInt();
			}
		}
		catch (DataAccessException ex) {
			// The caller continues with purge, which meets the failure again, and knows
			// the number of jobs
			if (deleted == 0 || ex instanceof OutcomeUnknownException) {
				throw ex;
			}
		}
		return deleted;
	}

	@Override
	public int dropFailed(String topic, FailedRetention retention, int limit) {
		checkLimit(limit);
		TopicPartitions partitions = this.topics.recordedPartitions(topic);
		if (partitions.count() == 1) {
			return drop(partitions.all().get(0), retention.maxAge(), retention.maxCount(), limit);
		}
		// The first step is limited to one job, to find out whether there is anything to
		// drop
		int dropped = dropOldest(partitions, retention, 0, Math.min(1, limit));
		int step = dropped;
		while (step > 0 && dropped < limit) {
			step = dropOldest(partitions, retention, dropped, limit - dropped);
			dropped += step;
		}
		return dropped;
	}

	private int dropOldest(TopicPartitions partitions, FailedRetention retention, int before, int limit) {
		int dropped = 0;
		try {
			for (OldestFailedJobs.Share share : this.failedJobs.shares(partitions, retention.maxCount(), limit)) {
				dropped += drop(share.partition(), retention.maxAge(), share.maxCount(), share.jobs());
			}
		}
		catch (DataAccessException ex) {
			throw after(before + dropped > 0, RedisScript.DROP_FAILED, partitions.topic(), List.of(), ex);
		}
		return dropped;
	}

	private int drop(PartitionKeys partition, @Nullable Duration maxAge, @Nullable Integer maxCount, int limit) {
		return step(RedisScript.DROP_FAILED, partition, limit,
				(arguments) -> arguments.add((maxAge != null) ? Long.toString(ScriptArguments.millis(maxAge)) : "")
					.add((maxCount != null) ? maxCount.toString() : ""));
	}

	@Override
	public Set<String> insert(JobCopies jobs) {
		return this.copies.insert(jobs);
	}

	@Override
	public Set<String> removeUnchanged(JobCopies jobs) {
		return this.copies.removeUnchanged(jobs);
	}

	@Override
	public boolean pause(String topic, Operator operator) {
		return toggle(RedisScript.PAUSE, this.topics.partitions(topic), (arguments) -> arguments.add(operator.name()));
	}

	@Override
	public boolean resume(String topic) {
		return toggle(RedisScript.RESUME, this.topics.recordedPartitions(topic), (arguments) -> {
		});
	}

	@Override
	public ForgetResult forget(String topic) {
		return this.forget.execute(topic);
	}

	private List<Optional<JobState>> change(RedisScript script, String topic, List<String> ids,
			BiConsumer<PartitionKeys, ScriptArguments> details) {
		checkLimit(ids.size());
		List<Optional<JobState>> states = new ArrayList<>(Collections.nCopies(ids.size(), Optional.empty()));
		boolean sent = false;
		for (Map.Entry<PartitionKeys, List<Integer>> group : this.topics.recordedPartitions(topic)
			.group(ids)
			.entrySet()) {
			PartitionKeys partition = group.getKey();
			// If a call is full, it leaves out the last jobs, but processes at least one
			Deque<Integer> left = new ArrayDeque<>(group.getValue());
			while (!left.isEmpty()) {
				ScriptArguments arguments = new ScriptArguments(partition);
				details.accept(partition, arguments);
				left.forEach((index) -> arguments.add(ids.get(index)));
				try {
					ScriptReply reply = this.runner.change(script, partition, ids, arguments);
					while (reply.hasNext()) {
						states.set(left.remove(), JobCodes.state(reply.nextLong()));
					}
					sent = true;
				}
				catch (DataAccessException ex) {
					throw after(sent, script, topic, ids, ex);
				}
			}
		}
		return states;
	}

	private int steps(RedisScript script, TopicPartitions partitions, int limit, Consumer<ScriptArguments> details) {
		checkLimit(limit);
		int done = 0;
		try {
			for (PartitionKeys partition : partitions.all()) {
				done += step(script, partition, limit - done, details);
			}
		}
		catch (DataAccessException ex) {
			throw after(done > 0, script, partitions.topic(), List.of(), ex);
		}
		return done;
	}

	private int step(RedisScript script, PartitionKeys partition, int limit, Consumer<ScriptArguments> details) {
		checkLimit(limit);
		if (limit == 0) {
			return 0;
		}
		ScriptArguments arguments = new ScriptArguments(partition);
		details.accept(arguments);
		return this.runner.change(script, partition, List.of(), arguments.add(limit)).nextInt();
	}

	private boolean toggle(RedisScript script, TopicPartitions partitions, Consumer<ScriptArguments> details) {
		boolean changed = false;
		try {
			for (PartitionKeys partition : partitions.all()) {
				ScriptArguments arguments = new ScriptArguments(partition);
				details.accept(arguments);
				ScriptReply reply = this.topics.use(partition,
						() -> this.runner.change(script, partition, List.of(), arguments));
				changed = reply.nextBoolean() || changed;
			}
		}
		catch (DataAccessException ex) {
			throw after(changed, script, partitions.topic(), List.of(), ex);
		}
		return changed;
	}

	// If one partition was changed and the script failed on another one, the outcome of
	// the whole call is unknown.
	private static DataAccessException after(boolean changed, RedisScript script, String topic, List<String> ids,
			DataAccessException failure) {
		return (changed && !(failure instanceof OutcomeUnknownException))
				? OutcomeUnknownException.ofChange(script.verb(), topic, ids, failure) : failure;
	}

	private static void checkLimit(int jobs) {
		Assert.isTrue(jobs >= 0 && jobs <= MAX_JOBS,
				() -> "Number of jobs " + jobs + " in one call must be 0 to " + MAX_JOBS);
	}

}
