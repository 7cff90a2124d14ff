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

package io.delay.test.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;

/**
 * A random sequence of steps.
 *
 * @param history the finished runs that are kept
 * @param steps what is done
 */
public record Sequence(HistorySettings history, List<Step> steps) {

	private static final HistorySettings COUNTED = new HistorySettings(new HistoryLimits(5, null, true), Map.of());

	private static final HistorySettings AGED = new HistorySettings(
			new HistoryLimits(null, Duration.ofSeconds(10), false), Map.of());

	private static final HistorySettings OF_ONE_TOPIC = new HistorySettings(HistoryLimits.NONE,
			Map.of(Steps.TOPICS.get(0), new HistoryLimits(2, Duration.ofNanos(1_000_001), true)));

	public static final List<HistorySettings> HISTORIES = List.of(HistorySettings.OFF, COUNTED, AGED, OF_ONE_TOPIC);

}
