// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.redis.OnePartitionIds;
import io.delay.redis.RedisAccess;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisSpace;
import io.delay.redis.connection.SharedConnection;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.SubmitTimes;
import io.delay.redis.script.ReplyFlags;
import io.delay.redis.script.ScriptLibrary;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.settle.SettleCommand;
import io.delay.redis.topic.TopicRegistry;
import io.delay.redis.wakeup.RedisWakeUps;
import io.delay.store.JobRecord;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.history.HistorySettings;

/**
 * A topic of four partitions, and the parts of a store that consume it, by a driver that
 * can break partition by partition.
 */
public final class PartitionBench implements AutoCloseable {

	public static final String TOPIC = "orders";

	public static final Duration TTR = Duration.ofMinutes(1);

	private static final int PARTITIONS = 4;

	private final RedisSpace space = RedisSpace.shared(PARTITIONS);

	private final List<OnePartitionIds> ids = IntStream.range(0, PARTITIONS)
		.mapToObj((partition) -> new OnePartitionIds(PARTITIONS, partition))
		.toList();

	private final LeaseTokens tokens = new LeaseTokens("host");

	private final RedisJobStore store = new RedisJobStore(this.space.connections(), this.space.options());

	private final RedisWakeUps wakeUps = new RedisWakeUps(RedisAccess.wakeUps(this.space.connections()),
			this.space.namespace(), RedisWakeUps.PING_INTERVAL);

	private final PartitionDriver driver;

	private final TopicPartitions partitions = new TopicPartitions(this.space.namespace(), TOPIC, PARTITIONS);

	private final SettleCommand settle;

	private final TopicReservers reservers;

	public PartitionBench() {
		this(HistorySettings.OFF);
	}

	public PartitionBench(HistorySettings history) {
		ScriptLibrary library = new ScriptLibrary();
		this.driver = new PartitionDriver(library);
		SharedConnection connection = new SharedConnection(this.driver, "spring.data.redis", Duration.ofSeconds(10));
		ScriptRunner runner = ScriptRunner.repeatingBriefly(connection, library, new ReplyFlags());
		TopicRegistry topics = new TopicRegistry(connection, runner, this.space.options().namespace(),
				this.space.options()::partitions);
		this.settle = new SettleCommand(runner, topics, history, new SubmitTimes(history, InstantSource.system()));
		topics.partitions(TOPIC);
		this.driver.takeSent();
		this.reservers = new TopicReservers(runner, topics, this.settle, this.wakeUps, this.space.namespace());
	}

	public PartitionDriver driver() {
		return this.driver;
	}

	public SettleCommand settle() {
		return this.settle;
	}

	public TopicReservers reservers() {
		return this.reservers;
	}

	public TopicPartitions partitions() {
		return this.partitions;
	}

	public RedisWakeUps wakeUps() {
		return this.wakeUps;
	}

	public RedisJobStoreInspector inspector() {
		return new RedisJobStoreInspector(this.space.connections(), this.space.options());
	}

	public RedisSpace space() {
		return this.space;
	}

	/**
	 * The id of a job in a partition.
	 */
	public String id(int partition, int number) {
		return this.ids.get(partition).lead("job-" + number);
	}

	/**
	 * Submit the first job of each partition.
	 */
	public void submitTo(int... partitions) {
		submit(Arrays.stream(partitions).mapToObj((partition) -> id(partition, 0)).toArray(String[]::new));
	}

	public void submit(String... ids) {
		submit(new byte[0], ids);
	}

	public void submit(byte[] payload, String... ids) {
		JobRecord record = new JobRecord(payload, Map.of(), null, null, JobPriority.NORMAL);
		this.store.submit(Arrays.stream(ids)
			.map((id) -> new NewJob(TOPIC, id, DueTime.NOW, ConflictPolicy.KEEP, record))
			.toList());
	}

	public ReserveRequest request(int limit) {
		return new ReserveRequest(TOPIC, this.tokens.next(), limit, new ReserveTerms(TTR, 3));
	}

	public ReserveResult reserve(int limit) {
		return this.reservers.reserve(request(limit));
	}

	public static List<String> idsOf(ReserveResult result) {
		return result.jobs().stream().map((job) -> job.lease().id()).toList();
	}

	@Override
	public void close() {
		this.wakeUps.close();
		this.driver.destroy();
		this.store.close();
		this.space.close();
	}

}
