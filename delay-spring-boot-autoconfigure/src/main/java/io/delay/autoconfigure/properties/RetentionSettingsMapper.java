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
