// SPDX-License-Identifier: Apache-2.0

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
