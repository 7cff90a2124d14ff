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
