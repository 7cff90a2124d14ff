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

package io.delay.autoconfigure.store;

import java.util.List;

import org.springframework.context.SmartLifecycle;

import io.delay.redis.RedisTopicMove;

/**
 * Moves topics to another number of partitions when the application starts, before any
 * other component can use them.
 */
final class TopicMoveAtStart implements SmartLifecycle {

	private final RedisTopicMove move;

	private final List<String> topics;

	private volatile boolean running;

	TopicMoveAtStart(RedisTopicMove move, List<String> topics) {
		this.move = move;
		this.topics = topics;
	}

	@Override
	public void start() {
		this.topics.forEach(this.move::move);
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
