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

package io.delay.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains how to continue after the move of a topic has failed.
 */
final class TopicMoveFailureAnalyzer extends AbstractFailureAnalyzer<TopicMoveFailedException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, TopicMoveFailedException cause) {
		return new FailureAnalysis(cause.getMessage(),
				"No job is lost. Fix the cause and start again with the same settings: a move that has begun "
						+ "continues. Until then the topic cannot be used. To cancel a move that has not begun, "
						+ "remove delay.redis.move-topics and set the number of partitions that the topic has.",
				cause);
	}

}
