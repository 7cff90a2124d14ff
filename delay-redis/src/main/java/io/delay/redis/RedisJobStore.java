// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.FinishedRunCodec;
import io.delay.redis.record.JobCodes;
import io.delay.redis.record.SubmitTimes;
import io.delay.redis.reserve.TopicReservers;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.submit.SubmitCommand;
import io.delay.redis.topic.TopicRegistry;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LookAhead;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;
import io.delay.store.history.HistorySettings;

/**
 * A {@link JobStore} on Redis 6.2 or later. Every transition is one Lua script on the
 * keys of one partition, and every decision about time uses the clock of Redis.
 *
 * @since 0.1.0
 */
public final class RedisJobStore implements JobStore, AutoCloseable {

	private final ScriptRunner producers;

	private final TopicRegistry topics;

	private final SubmitCommand submit;

	private final SettleCommand settle;

	private final HistorySettings history;

	private final SubmitTimes submitTimes;

	private final RedisWakeUps wakeUps;

	private final TopicReservers reservers;

	/**
	 * Create a store. Nothing is sent to Redis yet.
	 * @param connections the connections; not closed by this store
	 * @param options where in Redis the jobs are stored
	 */
	public RedisJobStore(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options));
	}

	RedisJobStore(RedisBackend backend) {
		this(backend, InstantSource.system());
	}

	RedisJobStore(RedisBackend backend, InstantSource clock) {
		this.producers = backend.producers();
		this.topics = backend.topicsOfProducers();
		this.history = backend.options().history();
		this.submitTimes = new SubmitTimes(this.history, clock);
		this.submit = new SubmitCommand(backend.submits(), this.topics);
		this.settle = new SettleCommand(backend.consumers(), backend.topicsOfConsumers(), this.history,
				this.submitTimes);
		this.wakeUps = backend.wakeUps();
		this.reservers = new TopicReservers(backend.consumers(), backend.topicsOfConsumers(), this.settle, this.wakeUps,
				backend.options().namespace());
	}

	@Override
	public List<SubmitResult> submit(List<NewJob> jobs) {
		return this.submit.execute(this.submitTimes.addTo(jobs));
	}

	@Override
	public ReserveResult reserve(ReserveRequest request) {
		return this.reservers.reserve(request);
	}

	@Override
	public List<SettleResult> settle(List<Settlement> settlements) {
		return this.settle.execute(settlements);
	}

	@Override
	public List<SettleResult> touch(List<Touch> touches) {
		return this.settle.touch(touches);
	}

	@Override
	public Duration longestLookAhead() {
		return LookAhead.MAX_WINDOW;
	}

	@Override
	public List<SettleResult> check(List<Lease> leases) {
		return this.settle.check(leases);
	}

	@Override
	public int handBack(String topic, String token) {
		return this.reservers.handBack(topic, token);
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		PartitionKeys partition = this.topics.recordedPartitions(topic).of(id);
		return change(RedisScript.CANCEL, partition, id,
				new ScriptArguments(partition).add(FinishedRunCodec.limits(this.history, partition)).add(id));
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		PartitionKeys partition = this.topics.recordedPartitions(topic).of(id);
		return change(RedisScript.RESCHEDULE, partition, id, new ScriptArguments(partition).add(dueTime).add(id));
	}

	@Override
	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		return this.reservers.subscribe(topic, listener);
	}

	@Override
	public void announce(ConsumerRegistration consumer) {
		this.reservers.announce(consumer);
	}

	@Override
	public void withdraw(String topic, String id) {
		this.reservers.withdraw(topic, id);
	}

	/**
	 * Stop the wake-ups. The connections stay open.
	 */
	@Override
	public void close() {
		this.wakeUps.close();
	}

	private Optional<JobState> change(RedisScript script, PartitionKeys partition, String id,
			ScriptArguments arguments) {
		return JobCodes.state(this.producers.change(script, partition, List.of(id), arguments).nextLong());
	}

}
