// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

import io.delay.autoconfigure.properties.DelayProperties;

/**
 * Warns about settings for topics that have no listener, because the names of these
 * topics are most likely mistyped.
 */
final class TopicSettingsCheck implements ApplicationListener<ContextRefreshedEvent> {

	private static final Log logger = LogFactory.getLog(TopicSettingsCheck.class);

	private final Set<String> topicsWithSettings;

	private final ApplicationContext context;

	TopicSettingsCheck(Map<String, DelayProperties.Topic> topics, ApplicationContext context) {
		this.topicsWithSettings = topics.entrySet()
			.stream()
			.filter((topic) -> concernsConsumers(topic.getValue()))
			.map(Map.Entry::getKey)
			.collect(Collectors.toSet());
		this.context = context;
	}

	// The number of partitions and the retention of failed jobs also apply to topics
	// without a listener
	private static boolean concernsConsumers(DelayProperties.Topic topic) {
		DelayProperties.Backoff backoff = topic.backoff();
		return Stream
			.of(topic.concurrency(), topic.batch(), topic.ttr(), topic.autoTouch(), topic.maxRunTime(),
					topic.maxAttempts(), topic.rateLimit(), topic.autoStartup(), backoff.type(), backoff.delay(),
					backoff.multiplier(), backoff.maxDelay(), backoff.jitter())
			.anyMatch(Objects::nonNull);
	}

	// The registries have started when this event is published
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext() != this.context) {
			return;
		}
		Set<String> handled = new TreeSet<>(ListenerRegistries.topics(ListenerRegistries.of(this.context)));
		Set<String> idle = new TreeSet<>(this.topicsWithSettings);
		idle.removeAll(handled);
		idle.forEach((topic) -> logger.warn("There are settings under delay.topics.\"[" + topic
				+ "]\", but no @DelayListener handles topic '" + topic + "'. Known topics: " + handled
				+ ". Correct or remove the settings, unless they are the ttr, max-attempts and rate-limit of a pulling consumer"));
	}

}
