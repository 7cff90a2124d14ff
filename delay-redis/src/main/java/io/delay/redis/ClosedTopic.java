// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.Assert;

import io.delay.move.MoveStore;
import io.delay.move.TopicFence;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.topic.PartitionLayouts;
import io.delay.redis.topic.TopicEntry;
import io.delay.redis.topic.TopicList;
import io.delay.store.admin.JobStoreInspector;

/**
 * A topic whose partitions only its move can use, because they have the layout of the
 * move. An earlier, interrupted move may have left jobs in partitions of both layouts.
 */
final class ClosedTopic implements TopicFence {

	private static final Log logger = LogFactory.getLog(ClosedTopic.class);

	private final RedisBackend backend;

	private final TopicList list;

	/** The entry of the topic during the move, which is also the layout. */
	private final String moving;

	private final int to;

	private final boolean renumbered;

	/** The partitions of both layouts. */
	private final TopicPartitions all;

	ClosedTopic(RedisBackend backend, String topic, TopicEntry entry, int to) {
		this.backend = backend;
		this.list = backend.topicList();
		this.to = to;
		this.renumbered = entry.from() != to || entry.to() != to;
		int from = Math.max(entry.from(), entry.to());
		String namespace = backend.options().namespace();
		// The number of a new move must be larger than that of every earlier move, even
		// if the clock, from which it is taken, has gone back since
		long last = PartitionLayouts
			.lastMove(new PartitionLayouts(backend.producers()).readAll(new TopicPartitions(namespace, topic, from))
				.values());
		String begun = this.list.begin(topic, entry.text(), from + ">" + to + ";", last);
		Assert.state(begun != null, () -> "Topic '" + topic + "' is no longer recorded with '" + entry.text()
				+ "': another instance is also moving it. Only one instance may move it");
		this.moving = begun;
		this.all = new TopicPartitions(namespace, topic, Math.max(from, to), begun);
		this.all.all().forEach((partition) -> run(RedisScript.MOVE_FENCE, partition, arguments(partition)));
	}

	TopicPartitions target() {
		return this.all.first(this.to);
	}

	List<PartitionKeys> partitions() {
		return this.all.all();
	}

	// The partition holds all jobs of this store, whatever their ids
	TopicPartitions part(PartitionKeys partition) {
		return this.all.part(partition);
	}

	@Override
	public JobStoreInspector inspector() {
		return new RedisJobStoreInspector(this.backend.moving(this.all));
	}

	@Override
	public void forEachPart(Consumer<MoveStore> move) {
		this.all.all().forEach((partition) -> use(part(partition), move));
	}

	void use(TopicPartitions partitions, Consumer<MoveStore> move) {
		RedisBackend part = this.backend.moving(partitions);
		try (RedisJobStore store = new RedisJobStore(part)) {
			move.accept(new MoveStore("Redis", store, new RedisJobStoreInspector(part),
					new RedisJobStoreAdministrator(part)));
		}
	}

	// Starts with the partitions that are no longer used
	@Override
	public void close() {
		this.all.all().stream().sorted(Comparator.comparingInt(PartitionKeys::number).reversed()).forEach(this::end);
		String topic = this.all.topic();
		String opened = this.list.change(topic, this.moving, Integer.toString(this.to));
		Assert.state(opened != null, () -> "Topic '" + topic + "' is no longer recorded with '" + this.moving
				+ "': another instance has taken over its move");
	}

	private void end(PartitionKeys partition) {
		boolean used = partition.number() < this.to;
		long left = run(RedisScript.MOVE_END, partition,
				arguments(partition).add(this.moving.substring(this.moving.indexOf('>') + 1))
					.add(used ? "1" : "0")
					.add(this.renumbered ? "1" : "0"));
		if (!used && left > 0) {
			logger.warn(left + " records in partition " + partition.number() + " of topic '" + partition.topic()
					+ "' belong to no job or cannot be read, and are left there");
		}
	}

	private ScriptArguments arguments(PartitionKeys partition) {
		return new ScriptArguments(partition).add(this.moving);
	}

	private long run(RedisScript script, PartitionKeys partition, ScriptArguments arguments) {
		ScriptReply reply = this.backend.producers().run(script, partition, arguments);
		return reply.hasNext() ? reply.nextLong() : 0;
	}

}
