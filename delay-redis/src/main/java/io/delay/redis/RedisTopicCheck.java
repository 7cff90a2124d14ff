// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.delay.redis.script.TopicMovedException;
import io.delay.redis.topic.TopicEntry;
import io.delay.redis.topic.TopicList;
import io.delay.redis.topic.TopicRegistry;

/**
 * Finds topics that this application cannot use, because their number of partitions in
 * Redis differs from the options.
 *
 * @since 0.1.0
 */
public final class RedisTopicCheck {

	private final TopicList list;

	private final RedisJobStoreOptions options;

	/**
	 * Create a check. Nothing is sent to Redis yet.
	 * @param connections the connections; not closed by this check
	 * @param options the options, which set the number of partitions of each topic
	 */
	public RedisTopicCheck(RedisConnections connections, RedisJobStoreOptions options) {
		this.list = RedisBackend.of(connections, options).topicList();
		this.options = options;
	}

	/**
	 * Check the given topics, and the topics whose number of partitions is set
	 * individually in the options.
	 * @param topics the topics that the application uses
	 * @return one message for each topic that has a problem, with what to change; empty
	 * if there is no problem
	 * @throws org.springframework.dao.DataAccessException if Redis cannot be reached
	 */
	public List<String> findings(Collection<String> topics) {
		Set<String> all = new TreeSet<>(topics);
		all.addAll(this.options.topicPartitions().keySet());
		List<String> findings = new ArrayList<>();
		for (String topic : all) {
			try {
				TopicEntry entry = this.list.entry(topic);
				int wanted = this.options.partitions(topic);
				if (entry != null && entry.partitions(topic) != wanted) {
					findings.add(TopicRegistry.mismatch(topic, entry.to(), wanted));
				}
			}
			catch (TopicMovedException | IllegalStateException ex) {
				findings.add(String.valueOf(ex.getMessage()));
			}
		}
		return List.copyOf(findings);
	}

}
