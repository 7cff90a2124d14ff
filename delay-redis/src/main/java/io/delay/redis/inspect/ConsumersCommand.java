// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobConsumerCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.JobStore;
import io.delay.store.admin.ActiveConsumer;

/**
 * Reads the consumers of a topic, which are registered with its first partition.
 */
public final class ConsumersCommand {

	private static final Log logger = LogFactory.getLog(ConsumersCommand.class);

	private final ScriptRunner runner;

	public ConsumersCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public List<ActiveConsumer> execute(TopicPartitions topic) {
		byte[][] expiry = { bytes(Long.toString(JobStore.CONSUMER_EXPIRY.toMillis())) };
		ScriptReply reply = this.runner.run(RedisScript.CONSUMERS, topic.topic(), topic.keys().consumers(), expiry);
		List<ActiveConsumer> consumers = new ArrayList<>();
		while (reply.hasNext()) {
			String id = reply.nextText();
			byte[] text = reply.nextBytes();
			try {
				consumers.add(JobConsumerCodec.parse(topic.topic(), id, text));
			}
			catch (RuntimeException ex) {
				logger.warn("The registration of consumer '" + id + "' of topic '" + topic.topic() + "' cannot be read",
						ex);
			}
		}
		consumers.sort(Comparator.comparing((seen) -> seen.consumer().id()));
		return List.copyOf(consumers);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
