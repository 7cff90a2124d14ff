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
import io.delay.redis.RedisJobStoreOptions;

/**
 * Maps the properties to the options of the store on Redis. Internal to Delay: may change
 * without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class RedisOptionsMapper {

	private final DelayProperties properties;

	public RedisOptionsMapper(DelayProperties properties) {
		this.properties = properties;
	}

	public RedisJobStoreOptions options() {
		DelayProperties.Redis redis = this.properties.getRedis();
		return new RedisJobStoreOptions(this.properties.getNamespace(), redis.getPartitions(), topicPartitions())
			.withWaitReplicas(redis.getWaitReplicas(), redis.getWaitReplicasTimeout())
			.withHistory(new HistorySettingsMapper(this.properties).settings());
	}

	private Map<String, Integer> topicPartitions() {
		Map<String, Integer> partitions = new LinkedHashMap<>();
		this.properties.getTopics().forEach((topic, of) -> {
			Integer number = of.getPartitions();
			if (number != null) {
				partitions.put(DelaySetupException.checkTopic(topic), number);
			}
		});
		return partitions;
	}

}
