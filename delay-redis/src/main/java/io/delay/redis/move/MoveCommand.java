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

package io.delay.redis.move;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.PartitionLayouts;
import io.delay.redis.topic.TopicEntry;
import io.delay.redis.topic.TopicList;
import io.delay.store.JobStore;

/**
 * Moves topics to the required number of partitions, and records the beginning and the
 * end of each move.
 */
public final class MoveCommand {

	private static final Log logger = LogFactory.getLog(MoveCommand.class);

	private final ScriptRunner runner;

	private final TopicList list;

	private final PartitionLayouts layouts;

	private final String namespace;

	private final ToIntFunction<String> wantedPartitions;

	private final Consumer<RedisScript> beforeCall;

	/**
	 * Create a command.
	 * @param runner the runner of the scripts
	 * @param list the list of topics
	 * @param namespace the namespace of the topics
	 * @param wantedPartitions a function that returns the required number of partitions
	 * of a topic
	 * @param beforeCall called before each script is sent
	 */
	public MoveCommand(ScriptRunner runner, TopicList list, String namespace, ToIntFunction<String> wantedPartitions,
			Consumer<RedisScript> beforeCall) {
		this.runner = runner;
		this.list = list;
		this.layouts = new PartitionLayouts(runner);
		this.namespace = namespace;
		this.wantedPartitions = wantedPartitions;
		this.beforeCall = beforeCall;
	}

	/**
	 * Move the jobs of a topic.
	 * @param topic the topic
	 * @return the number of jobs that this call has moved, 0 if there was nothing to do
	 * @throws IllegalStateException if listeners of the topic are running
	 * @throws org.springframework.dao.DataAccessException if Redis cannot be reached or
	 * refuses a command; the call can then be repeated
	 */
	public long execute(String topic) {
		TopicEntry entry = this.list.entry(topic);
		int wanted = this.wantedPartitions.applyAsInt(topic);
		if (entry == null || (!entry.isMoving() && entry.to() == wanted)) {
			logger.info("Topic '" + topic + "' does not need to be moved: "
					+ ((entry != null) ? "it is kept in " + wanted + " partitions already" : "it is not recorded yet"));
			return 0;
		}
		if (!entry.isMoving()) {
			checkNobodyIsAtWork(topic, entry);
		}
		return move(topic, entry, wanted);
	}

	// After an interrupted move, jobs may be in partitions of both layouts.
	private long move(String topic, TopicEntry entry, int wanted) {
		int from = Math.max(entry.from(), entry.to());
		logger.info("Moving topic '" + topic + "' from " + from + " to " + wanted + " partitions"
				+ (entry.isMoving() ? ", continuing an earlier move" : ""));
		MoveProgress progress = new MoveProgress(topic);
		String moving = record(topic, entry.text(), from + ">" + wanted + ";", lastMove(topic, from));
		String layout = moving.substring(moving.indexOf('>') + 1);
		new TopicMove(new MoveScripts(this.runner, moving, this.beforeCall),
				new TopicPartitions(this.namespace, topic, Math.max(from, wanted)),
				new TopicPartitions(this.namespace, topic, wanted), progress)
			.run(layout);
		record(topic, moving, Integer.toString(wanted), "");
		logger.info("Moved " + progress.jobs() + " jobs of topic '" + topic + "' from " + from + " to " + wanted
				+ " partitions in " + progress.duration().toMillis() + " ms; the other jobs did not need to be moved");
		return progress.jobs();
	}

	// The number of a new move must be larger than that of every earlier move, even if
	// the clock, from which it is taken, has gone back since
	private String lastMove(String topic, int partitions) {
		TopicPartitions all = new TopicPartitions(this.namespace, topic, partitions);
		return Long.toString(PartitionLayouts.lastMove(this.layouts.readAll(all).values()));
	}

	private void checkNobodyIsAtWork(String topic, TopicEntry entry) {
		byte[] key = new TopicKeys(this.namespace, topic).pollers();
		List<String> pollers = run(RedisScript.POLLERS, topic, key, Long.toString(JobStore.CONSUMER_EXPIRY.toMillis()))
			.remainingTexts();
		if (!pollers.isEmpty()) {
			throw new IllegalStateException("Topic '" + topic + "' cannot be moved from " + entry.to() + " to "
					+ this.wantedPartitions.applyAsInt(topic) + " partitions while listeners are running: " + pollers
					+ " (host/listener). Stop these instances. After a crash, wait up to "
					+ JobStore.CONSUMER_EXPIRY.toMinutes() + " minutes, until their registrations expire");
		}
	}

	private String record(String topic, String recorded, String wanted, String lastMove) {
		ScriptReply reply = run(RedisScript.MOVE_RECORD, topic, TopicList.key(this.namespace), topic, recorded, wanted,
				lastMove);
		boolean changed = reply.nextBoolean();
		String now = text(reply.nextNullableBytes());
		Assert.state(changed,
				() -> "Topic '" + topic + "' was recorded with '" + recorded + "' and is now recorded with '" + now
						+ "': another instance is also moving it. Only one instance may move it");
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
