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

package io.delay.autoconfigure.startup;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.delay.listener.container.DelayListenerRegistry;
import io.delay.redis.RedisTopicCheck;

/**
 * Finds topics of the application whose number of partitions in Redis differs from the
 * configured number.
 */
final class RedisTopicInspection implements StartupInspection {

	private final Collection<DelayListenerRegistry> registries;

	private final RedisTopicCheck check;

	RedisTopicInspection(Collection<DelayListenerRegistry> registries, RedisTopicCheck check) {
		this.registries = registries;
		this.check = check;
	}

	@Override
	public List<StartupFinding> findings() {
		Set<String> topics = new TreeSet<>();
		this.registries.forEach((registry) -> topics.addAll(registry.topics()));
		return this.check.findings(topics).stream().map((text) -> new StartupFinding(text, true)).toList();
	}

}
