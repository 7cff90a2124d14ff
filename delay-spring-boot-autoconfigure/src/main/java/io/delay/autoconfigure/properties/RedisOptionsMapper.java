// SPDX-License-Identifier: Apache-2.0

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
