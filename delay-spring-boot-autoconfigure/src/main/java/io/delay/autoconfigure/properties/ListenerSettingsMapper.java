// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ListenerSettings;

/**
 * Maps the properties to the settings of listeners. Internal to Delay: may change without
 * notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class ListenerSettingsMapper {

	private final DelayProperties properties;

	public ListenerSettingsMapper(DelayProperties properties) {
		this.properties = properties;
	}

	/** Return the settings of listeners that set nothing themselves. */
	public ListenerSettings defaults() {
		DelayProperties.Listener listener = this.properties.getListener();
		DelayProperties.Job job = this.properties.getJob();
		return ListenerSettings.builder()
			.concurrency(listener.getConcurrency())
			.ttr(job.getTtr())
			.autoTouch(listener.isAutoTouch())
			.maxRunTime(listener.getMaxRunTime())
			.maxAttempts(job.getMaxAttempts())
			.backoff(backoff("delay.listener.backoff", listener.getBackoff()))
			.autoStartup(listener.isAutoStartup())
			.build();
	}

	/** Return the settings of the listeners of individual topics. */
	public Map<String, ListenerSettings> topics() {
		Map<String, ListenerSettings> settings = new LinkedHashMap<>();
		this.properties.getTopics().forEach((topic, of) -> {
			String name = "delay.topics.\"[" + topic + "]\"";
			settings.put(DelaySetupException.checkTopic(topic),
					ListenerSettings.builder()
						.concurrency(of.getConcurrency())
						.batch(of.getBatch())
						.ttr(of.getTtr())
						.autoTouch(of.getAutoTouch())
						.maxRunTime(of.getMaxRunTime())
						.maxAttempts(of.getMaxAttempts())
						.rateLimit(of.getRateLimit())
						.backoff(backoff(name + ".backoff", of.getBackoff()))
						.autoStartup(of.getAutoStartup())
						.build());
		});
		return settings;
	}

	private static @Nullable BackoffPolicy backoff(String name, DelayProperties.Backoff backoff) {
		try {
			return BackoffPolicy.of(backoff.getType(), backoff.getDelay(), backoff.getMultiplier(),
					backoff.getMaxDelay(), backoff.getJitter());
		}
		catch (IllegalArgumentException ex) {
			throw DelaySetupException.ofProperty(name, ex);
		}
	}

}
