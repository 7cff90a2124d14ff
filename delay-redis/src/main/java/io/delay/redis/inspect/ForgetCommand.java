// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.script.TopicMovedException;
import io.delay.redis.topic.PartitionLayouts;
import io.delay.redis.topic.TopicEntry;
import io.delay.redis.topic.TopicList;
import io.delay.store.JobStore;
import io.delay.store.OutcomeUnknownException;
import io.delay.store.admin.ForgetResult;
import io.delay.store.admin.TopicStatus;

/**
 * Forgets a topic: closes its partitions one by one, as long as they are empty, and
 * deletes the topic from the list. A submit that finds a partition closed records the
 * topic again, so the topic is kept. An interrupted call is undone in the same way.
 */
public final class ForgetCommand {

	private static final Log logger = LogFactory.getLog(ForgetCommand.class);

	/**
	 * How long a partition stays closed: longer than any call that looked up the topic
	 * beforehand can take.
	 */
	private static final Duration CLOSED = Duration.ofDays(1);

	private static final int MAX_TRIES = 3;

	private static final long TAKEN = -1;

	private final ScriptRunner runner;

	private final TopicList list;

	private final PartitionLayouts layouts;

	private final StatusCommand status;

	private final String namespace;

	private final ToIntFunction<String> wantedPartitions;

	public ForgetCommand(ScriptRunner runner, TopicList list, String namespace,
			ToIntFunction<String> wantedPartitions) {
		this.runner = runner;
		this.list = list;
		this.layouts = new PartitionLayouts(runner);
		this.status = new StatusCommand(runner);
		this.namespace = namespace;
		this.wantedPartitions = wantedPartitions;
	}

	// A different number of partitions may be recorded between the look-up and the first
	// call to a partition. Nothing has been changed by then, so the attempt is repeated.
	public ForgetResult execute(String topic) {
		for (int tries = 1; tries < MAX_TRIES; tries++) {
			try {
				return tryOnce(topic);
			}
			catch (TopicMovedException ex) {
				logger.debug("The number of partitions of topic '" + topic + "' has changed; looking it up again", ex);
			}
		}
		return tryOnce(topic);
	}

	private ForgetResult tryOnce(String topic) {
		TopicEntry entry = this.list.entry(topic);
		int count = (entry != null) ? entry.partitions(topic) : this.wantedPartitions.applyAsInt(topic);
		TopicPartitions partitions = new TopicPartitions(this.namespace, topic, count);
		TopicStatus found = this.status.execute(partitions, true);
		if (entry == null || !found.isUnused()) {
			return new ForgetResult(false, found);
		}
		Map<PartitionKeys, String> layouts = this.layouts.readAll(partitions);
		String forgetting = begin(topic, entry.text(), count, PartitionLayouts.lastMove(layouts.values()));
		try {
			return (forgetting != null && forget(partitions, layouts.keySet(), forgetting))
					? new ForgetResult(true, found) : new ForgetResult(false, this.status.execute(partitions, true));
		}
		catch (OutcomeUnknownException ex) {
			throw ex;
		}
		catch (DataAccessException ex) {
			throw (forgetting != null) ? unknown(topic, ex) : ex;
		}
	}

	private @Nullable String begin(String topic, String recorded, int count, long lastMove) {
		try {
			return this.list.begin(topic, recorded, count + ">0;", lastMove);
		}
		catch (NoReplyException ex) {
			throw unknown(topic, ex);
		}
	}

	private static OutcomeUnknownException unknown(String topic, DataAccessException failure) {
		return OutcomeUnknownException.ofChange("forget", topic, List.of(), failure);
	}

	private boolean forget(TopicPartitions topic, Collection<PartitionKeys> all, String forgetting) {
		Map<PartitionKeys, String> closed = new LinkedHashMap<>();
		all.stream()
			.takeWhile((partition) -> close(partition, forgetting))
			.forEach((partition) -> closed.put(partition, forgetting));
		if (closed.size() < all.size() || this.list.change(topic.topic(), forgetting, "") == null) {
			this.layouts.open(closed);
			this.list.change(topic.topic(), forgetting, Integer.toString(topic.count()));
			return false;
		}
		all.forEach((partition) -> end(partition, forgetting));
		return true;
	}

	private boolean close(PartitionKeys partition, String forgetting) {
		ScriptArguments arguments = new ScriptArguments(partition).add(forgetting).add(JobStore.CONSUMER_EXPIRY);
		long closed = this.runner.run(RedisScript.FORGET_CLOSE, partition, arguments).nextLong();
		if (closed == TAKEN) {
			String topic = partition.topic();
			throw new OutcomeUnknownException("Topic '" + topic + "' is also being forgotten by another call, or was "
					+ "moved meanwhile, so it is unknown whether it is forgotten. Check the list of topics, "
					+ "or repeat 'forget'", List.of(topic), List.of(), null);
		}
		return closed == 1;
	}

	private void end(PartitionKeys partition, String forgetting) {
		this.runner.run(RedisScript.FORGET_END, partition, new ScriptArguments(partition).add(forgetting).add(CLOSED));
	}

}
