// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.redis.partition.PartitionKeys;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunOutcome;

/**
 * Reads the finished runs that scripts store, and writes the limits of a history for
 * scripts.
 */
public final class FinishedRunCodec {

	private static final Pattern TEXT = Pattern
		.compile("([dhce])(\\d{1,15});(\\d{0,15});(-?\\d{1,15})?;(\\d{0,15});(\\d{1,9});([^;]*)");

	private FinishedRunCodec() {
	}

	public static String limits(HistorySettings history, PartitionKeys partition) {
		HistoryLimits limits = history.limitsOf(partition.topic());
		if (!limits.isOn()) {
			return "";
		}
		int share = Math.max(1, limits.count() / partition.layout().partitions());
		String age = (limits.maxAge() != null) ? Long.toString(JobRules.roundUp(limits.maxAge()).toMillis()) : "";
		return share + ";" + age + ";" + (limits.withPayloads() ? "1" : "0");
	}

	// Returns null for a run that cannot be read
	public static @Nullable FinishedRun parse(String topic, String id, String text, byte @Nullable [] record) {
		Matcher matcher = TEXT.matcher(text);
		if (id.isEmpty() || !matcher.matches()) {
			return null;
		}
		Instant finished = Instant.ofEpochMilli(Long.parseLong(matcher.group(2)));
		FinishedRun.Times times = new FinishedRun.Times(before(finished, matcher.group(4)),
				before(finished, matcher.group(5)), before(finished, matcher.group(3)), finished);
		String host = matcher.group(7);
		return new FinishedRun(topic, id, outcome(matcher.group(1)), Integer.parseInt(matcher.group(6)),
				host.isEmpty() ? null : host, times, (record != null) ? JobRecordCodec.decode(record) : null);
	}

	private static @Nullable Instant before(Instant finished, @Nullable String millis) {
		return (millis != null && !millis.isEmpty()) ? finished.minusMillis(Long.parseLong(millis)) : null;
	}

	private static RunOutcome outcome(String code) {
		return switch (code) {
			case "d" -> RunOutcome.DONE;
			case "h" -> RunOutcome.FAILURE_HANDLED;
			case "e" -> RunOutcome.EXPIRED;
			default -> RunOutcome.CANCELLED;
		};
	}

}
