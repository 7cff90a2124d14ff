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
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * The topics of a namespace and their number of partitions, which the first user of a
 * topic records. Looks again every few minutes, in case Redis has come back empty; while
 * the server that keeps them is away, topics that are known stay so.
 */
final class TopicRegistry {

	private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

	private static final Log logger = LogFactory.getLog(TopicRegistry.class);

	private final SharedConnection connection;

	private final ScriptRunner runner;

	private final RedisJobStoreOptions options;

	private final Map<String, Entry> entries = new ConcurrentHashMap<>();

	private final LongSupplier nanoTime;

	/** For all known topics together, for one key has them all. */
	private final LookTurn turn;

	TopicRegistry(SharedConnection connection, ScriptRunner runner, RedisJobStoreOptions options) {
		this(connection, runner, options, System::nanoTime);
	}

	TopicRegistry(SharedConnection connection, ScriptRunner runner, RedisJobStoreOptions options,
			LongSupplier nanoTime) {
		this.connection = connection;
		this.runner = runner;
		this.options = options;
		this.nanoTime = nanoTime;
		this.turn = new LookTurn(nanoTime);
	}

	// The partitions of a topic, which is recorded if it is new.
	// @throws IllegalStateException if the topic has another number of partitions
	// @throws TopicMovedException if it is being moved to another number
	// @throws DataAccessException if that cannot be looked up; never a NoReplyException,
	// for no job was sent
	TopicPartitions partitions(String topic) {
		int wanted = this.options.partitions(topic);
		TopicPartitions recorded = Objects.requireNonNull(find(topic, wanted));
		if (recorded.count() != wanted) {
			throw new IllegalStateException(mismatch(topic, recorded.count(), wanted));
		}
		return recorded;
	}

	// The partitions of a topic for somebody who only looks or works on what is there:
	// nothing is recorded, and those that the topic has are given, whatever is set here.
	TopicPartitions look(String topic) {
		TopicPartitions recorded = find(topic, 0);
		return (recorded != null) ? recorded
				: new TopicPartitions(this.options.namespace(), topic, this.options.partitions(topic));
	}

	// The partitions of a topic for somebody who has a lease: those that it had when it
	// was last looked up. A move waits for leases, so they can be settled while it goes
	// on.
	TopicPartitions known(String topic) {
		Entry entry = this.entries.get(topic);
		return (entry != null) ? entry.partitions() : look(topic);
	}

	// Null if nothing is recorded and nothing was to be.
	private @Nullable TopicPartitions find(String topic, int wanted) {
		Entry known = usable(topic, wanted);
		if (known == null) {
			return remember(topic, lookUp(topic, wanted));
		}
		return (isFresh(known) || !this.turn.take()) ? known.partitions() : lookAgain(known.partitions(), wanted);
	}

	private @Nullable Entry usable(String topic, int wanted) {
		Entry entry = this.entries.get(topic);
		return (entry != null && !entry.partitions().isOver() && (wanted == 0 || entry.partitions().count() == wanted))
				? entry : null;
	}

	private boolean isFresh(Entry entry) {
		return this.nanoTime.getAsLong() - entry.recordedAt() <= LOOK_AGAIN.toNanos();
	}

	// On a Cluster the partitions may be on other servers than the list of topics, and so
	// be there when that is not. An old number of them does no harm: a move writes the
	// layout into the partitions before it touches a job, and the scripts refuse who
	// knows the topic in another number (_fence.lua), which makes the entry over.
	private @Nullable TopicPartitions lookAgain(TopicPartitions known, int wanted) {
		boolean away = false;
		try {
			return remember(known.topic(), lookUp(known.topic(), wanted));
		}
		catch (TopicMovedException ex) {
			// What the server has answered
			throw ex;
		}
		catch (DataAccessResourceFailureException | TransientDataAccessResourceException ex) {
			away = true;
			logger.debug("The list of topics cannot be reached, going on with what is known of '" + known.topic() + "'",
					ex);
			return known;
		}
		finally {
			if (away) {
				this.turn.putOff();
			}
			else {
				this.turn.giveBack();
			}
		}
	}

	// The same object as long as the number is the same, for others keep something for
	// it. Null for 0.
	private @Nullable TopicPartitions remember(String topic, int recorded) {
		return (recorded > 0) ? Objects.requireNonNull(this.entries.compute(topic, (name, present) -> {
			boolean same = present != null && present.partitions().count() == recorded
					&& !present.partitions().isOver();
			return new Entry(
					same ? present.partitions() : new TopicPartitions(this.options.namespace(), topic, recorded),
					this.nanoTime.getAsLong());
		})).partitions() : null;
	}

	Set<String> topics() {
		try (RedisConnection opened = this.connection.open()) {
			Set<String> topics = new TreeSet<>();
			opened.hashCommands().hKeys(key()).forEach((topic) -> topics.add(text(topic)));
			return topics;
		}
		catch (RedisSystemException ex) {
			// No script, so nobody else says what the words of the driver mean
			throw ReplyFailure.translate((ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	// What is recorded of a topic, null if it is not known.
	@Nullable TopicEntry entry(String topic) {
		String recorded = recorded(topic, 0);
		return recorded.isEmpty() ? null : TopicEntry.parse(topic, recorded);
	}

	// The number that is recorded; if there is none the wanted one, which is recorded
	// unless it is 0.
	private int lookUp(String topic, int wanted) {
		String recorded = recorded(topic, wanted);
		return recorded.isEmpty() ? 0 : TopicEntry.parse(topic, recorded).partitions(topic);
	}

	private String recorded(String topic, int wanted) {
		byte[][] values = { bytes(topic), bytes((wanted > 0) ? Integer.toString(wanted) : "") };
		try {
			return text((byte[]) this.runner.run(RedisScript.TOPIC, topic, new byte[][] { key() }, values).get(0));
		}
		catch (NoReplyException ex) {
			throw new RedisConnectionFailureException(
					"Redis gave no reply when topic '" + topic + "' was looked up; nothing else was sent", ex);
		}
	}

	private static String mismatch(String topic, int recorded, int wanted) {
		return "Topic '" + topic + "' is kept in " + recorded + " partitions, but this application is set to " + wanted
				+ ". Set delay.topics." + topic + ".partitions (or delay.redis.partitions) to " + recorded
				+ ". To change the number, stop all instances and start one with delay.redis.move-topics=" + topic
				+ ", which moves the jobs (docs/partitions.md, \"Change the number\")";
	}

	private byte[] key() {
		return key(this.options);
	}

	// Where the topics are recorded.
	static byte[] key(RedisJobStoreOptions options) {
		return bytes(options.namespace() + ":topics");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	/**
	 * A topic that is recorded in Redis.
	 *
	 * @param partitions its partitions
	 * @param recordedAt when that was made sure, in nanoseconds
	 */
	private record Entry(TopicPartitions partitions, long recordedAt) {

	}

}
