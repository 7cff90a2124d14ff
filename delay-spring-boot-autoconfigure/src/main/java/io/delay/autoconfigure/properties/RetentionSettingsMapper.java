// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.Map;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.retention.RetentionSettings;
import io.delay.store.admin.FailedRetention;

/**
 * Maps the properties to the retention of failed jobs. Internal to Delay: may change
 * without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class RetentionSettingsMapper {

	private final DelayProperties properties;

	public RetentionSettingsMapper(DelayProperties properties) {
		this.properties = properties;
	}

	/** Return the retention of failed jobs. */
	public RetentionSettings settings() {
		Map<String, FailedRetention> topics = new LinkedHashMap<>();
		this.properties.getTopics()
			.forEach((topic, of) -> topics.put(DelaySetupException.checkTopic(topic), retention(of.getFailed())));
		return new RetentionSettings(retention(this.properties.getFailed()), topics);
	}

	private static FailedRetention retention(DelayProperties.Failed failed) {
		return new FailedRetention(failed.getMaxAge(), failed.getMaxCount());
	}

}
