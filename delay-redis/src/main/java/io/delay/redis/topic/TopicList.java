// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.topic;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnection;

import io.delay.redis.connection.SharedConnection;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFailure;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;

/**
 * The list of topics in Redis. The first use of a topic records its number of partitions
 * there.
 */
public final class TopicList {

	private final SharedConnection connection;

	private final ScriptRunner runner;

	private final byte[] key;

	public TopicList(SharedConnection connection, ScriptRunner runner, String namespace) {
		this.connection = connection;
		this.runner = runner;
		this.key = key(namespace);
	}

	Set<String> topics() {
		try (RedisConnection opened = this.connection.open()) {
			Set<String> topics = new TreeSet<>();
			opened.hashCommands()
				.hKeys(this.key)
				.forEach((topic) -> topics.add(new String(topic, StandardCharsets.UTF_8)));
			return topics;
		}
		catch (RedisSystemException ex) {
			// This command is not a script, so its failure must be translated here
			throw ReplyFailure.translate((ex.getCause() != null) ? ex.getCause() : ex, this.connection.server());
		}
	}

	public @Nullable TopicEntry entry(String topic) {
		return run(topic, "");
	}

	TopicEntry record(String topic, String entry) {
		TopicEntry recorded = run(topic, entry);
		if (recorded == null) {
			throw new IllegalStateException("Topic '" + topic + "' was not recorded");
		}
		return recorded;
	}

	// An entry that ends in ';' gets a number. Returns null if the recorded entry is not
	// the expected one
	public @Nullable String change(String topic, String recorded, String entry) {
		return change(topic, new ScriptArguments().add(topic).add(recorded).add(entry));
	}

	// The appended number is larger than 'last', the largest that the partitions contain,
	// even if the clock has gone back
	public @Nullable String begin(String topic, String recorded, String entry, long last) {
		return change(topic, new ScriptArguments().add(topic).add(recorded).add(entry).add(last));
	}

	private @Nullable String change(String topic, ScriptArguments arguments) {
		ScriptReply reply = this.runner.run(RedisScript.MOVE_RECORD, topic, new byte[][] { this.key }, arguments);
		return reply.nextBoolean() ? reply.nextText() : null;
	}

	private @Nullable TopicEntry run(String topic, String entry) {
		ScriptArguments arguments = new ScriptArguments().add(topic).add(entry);
		try {
			String recorded = this.runner.run(RedisScript.TOPIC, topic, new byte[][] { this.key }, arguments)
				.nextText();
			return recorded.isEmpty() ? null : TopicEntry.parse(topic, recorded);
		}
		catch (NoReplyException ex) {
			throw new RedisConnectionFailureException(
					"Redis did not reply to the lookup of topic '" + topic + "'; no other command was sent", ex);
		}
	}

	public static byte[] key(String namespace) {
		return (namespace + ":topics").getBytes(StandardCharsets.UTF_8);
	}

}
