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

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.redis.move.MoveProgress;
import io.delay.redis.move.MoveScripts;
import io.delay.redis.move.TopicMove;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.PartitionLayouts;
import io.delay.redis.topic.TopicEntry;
import io.delay.redis.topic.TopicList;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.JobStore;

/**
 * Brings topics into the number of partitions that the options want: every job that
 * belongs into another partition is moved there, with its state, times and failures. If
 * it is stopped half-way, another call goes on with it. Meanwhile nobody else can use the
 * topic.
 *
 * @since 0.1.0
 */
public final class RedisTopicMove {

	private static final Log logger = LogFactory.getLog(RedisTopicMove.class);

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final PartitionLayouts layouts;

	private final RedisJobStoreOptions options;

	private final Consumer<RedisScript> beforeCall;

	/**
	 * Create a mover.
	 * @param connections the connections; not closed by this mover
	 * @param options where in Redis the jobs are kept, and in how many partitions they
	 * are to be
	 */
	public RedisTopicMove(RedisConnections connections, RedisJobStoreOptions options) {
		this(RedisBackend.of(connections, options), (script) -> {
		});
	}

	RedisTopicMove(RedisBackend backend, Consumer<RedisScript> beforeCall) {
		this.runner = backend.producers();
		this.topics = backend.topicsOfProducers();
		this.options = backend.options();
		this.layouts = new PartitionLayouts(this.runner, this.options.namespace());
		this.beforeCall = beforeCall;
	}

	/**
	 * Move the jobs of a topic. Waits for jobs that are under a lease until these have
	 * ended, for as long as their TTR.
	 * @param topic the topic
	 * @return how many jobs this call has moved, 0 also if there was nothing to do
	 * @throws IllegalStateException if listeners of the topic are at work
	 * @throws org.springframework.dao.DataAccessException if Redis cannot be reached or
	 * refuses something; then the call can be repeated
	 */
	public long move(String topic) {
		JobRules.checkTopic(topic);
		TopicEntry entry = this.topics.entry(topic);
		int wanted = this.options.partitions(topic);
		if (entry == null || (!entry.isMoving() && entry.to() == wanted)) {
			logger.info("Topic '" + topic + "' is not to be moved: "
					+ ((entry != null) ? "it is kept in " + wanted + " partitions already" : "it is not known yet"));
			return 0;
		}
		if (!entry.isMoving()) {
			checkNobodyIsAtWork(topic, entry);
		}
		return move(topic, entry, wanted);
	}

	// Half-way jobs may be in partitions of either number.
	private long move(String topic, TopicEntry entry, int wanted) {
		int from = Math.max(entry.from(), entry.to());
		logger.info("Moving topic '" + topic + "' from " + from + " to " + wanted + " partitions"
				+ (entry.isMoving() ? ", which was begun before" : ""));
		MoveProgress progress = new MoveProgress(topic);
		String moving = record(topic, entry.text(), from + ">" + wanted + ";", lastMove(topic, from));
		String layout = moving.substring(moving.indexOf('>') + 1);
		new TopicMove(new MoveScripts(this.runner, moving, this.beforeCall),
				new TopicPartitions(this.options.namespace(), topic, Math.max(from, wanted)),
				new TopicPartitions(this.options.namespace(), topic, wanted), progress)
			.run(layout);
		record(topic, moving, Integer.toString(wanted), "");
		logger.info("Moved " + progress.jobs() + " jobs of topic '" + topic + "' from " + from + " to " + wanted
				+ " partitions in " + progress.duration().toMillis() + " ms; all others stay where they are");
		return progress.jobs();
	}

	// The number of a move is a time, and the clock may have gone back since an earlier
	// one
	private String lastMove(String topic, int partitions) {
		TopicPartitions all = new TopicPartitions(this.options.namespace(), topic, partitions);
		return Long.toString(PartitionLayouts.lastMove(this.layouts.readAll(all).values()));
	}

	private void checkNobodyIsAtWork(String topic, TopicEntry entry) {
		byte[] key = new TopicPartitions(this.options.namespace(), topic, 1).all().get(0).pollers()[0];
		List<String> pollers = run(RedisScript.POLLERS, topic, key, Long.toString(JobStore.CONSUMER_EXPIRY.toMillis()))
			.remainingTexts();
		if (!pollers.isEmpty()) {
			throw new IllegalStateException("Topic '" + topic + "' cannot be moved from " + entry.to() + " to "
					+ this.options.partitions(topic) + " partitions while listeners are at work: " + pollers
					+ " (host/listener). Stop these instances. After a crash wait up to "
					+ JobStore.CONSUMER_EXPIRY.toMinutes() + " minutes, until they do not count any more");
		}
	}

	private String record(String topic, String recorded, String wanted, String lastMove) {
		ScriptReply reply = run(RedisScript.MOVE_RECORD, topic, TopicList.key(this.options.namespace()), topic,
				recorded, wanted, lastMove);
		boolean changed = reply.nextBoolean();
		String now = text(reply.nextNullableBytes());
		Assert.state(changed, () -> "Topic '" + topic + "' was recorded with '" + recorded + "' and is with '" + now
				+ "' by now: somebody else moves it, too. Let one instance do so");
		return now;
	}

	private ScriptReply run(RedisScript script, String topic, byte[] key, String... values) {
		this.beforeCall.accept(script);
		byte[][] arguments = new byte[values.length][];
		for (int i = 0; i < values.length; i++) {
			arguments[i] = values[i].getBytes(StandardCharsets.UTF_8);
		}
		return this.runner.run(script, topic, new byte[][] { key }, arguments);
	}

	private static String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : "nothing";
	}

}
