// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.Map;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;

/**
 * Maps the properties to the history of finished runs. Internal to Delay: may change
 * without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class HistorySettingsMapper {

	private final DelayProperties properties;

	public HistorySettingsMapper(DelayProperties properties) {
		this.properties = properties;
	}

	/** Return which topics keep a history. */
	public HistorySettings settings() {
		Map<String, HistoryLimits> topics = new LinkedHashMap<>();
		this.properties.getTopics()
			.forEach((topic, of) -> topics.put(DelaySetupException.checkTopic(topic), limits(of.getHistory())));
		return new HistorySettings(limits(this.properties.getHistory()), topics);
	}

	private static HistoryLimits limits(DelayProperties.History history) {
		return new HistoryLimits(history.getMaxCount(), history.getMaxAge(), history.getPayloads());
	}

}
