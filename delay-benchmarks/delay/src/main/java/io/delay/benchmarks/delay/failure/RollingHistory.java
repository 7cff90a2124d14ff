// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.delay.failure;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.delay.store.JobRecord;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.RunOutcome;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;

/**
 * Checks the finished runs of a load: exactly one for each job that ended on an instance
 * that keeps a history, and none for a job that ended on another instance.
 */
final class RollingHistory {

	private static final int PAGE = 500;

	private static final int PRINTED = 10;

	private static final int ROUNDING_MILLIS = 2;

	private final HistoryLimits limits;

	private final Map<String, LastCall> lastCalls = new ConcurrentHashMap<>();

	private final Map<String, Integer> runs = new HashMap<>();

	private int printed;

	RollingHistory(HistoryLimits limits) {
		this.limits = limits;
	}

	void add(LoadJournal.Call call, boolean keptHistory) {
		this.lastCalls.merge(call.id(), new LastCall(call.attempt(), keptHistory),
				(one, other) -> (one.attempt() > other.attempt()) ? one : other);
	}

	/**
	 * Read all finished runs and print how many are there, missing, too many or wrong.
	 * @param inspector the inspector of the store, after all jobs are settled
	 * @param out where to print
	 */
	void check(JobStoreInspector inspector, PrintStream out) {
		long wrong = 0;
		long unexpected = 0;
		RunPosition next = null;
		do {
			RunPage page = inspector.runs(new RunPageRequest(LoadTopic.NAME, null, next, PAGE));
			for (FinishedRun run : page.runs()) {
				LastCall call = this.lastCalls.get(run.id());
				if (this.runs.merge(run.id(), 1, Integer::sum) > 1 || call == null || !call.keptHistory()) {
					unexpected++;
					print(out, "unexpected run " + run);
				}
				else if (!isRight(run, call)) {
					wrong++;
					print(out, "wrong run of attempt " + call.attempt() + ": " + run);
				}
			}
			next = page.next();
		}
		while (next != null);
		long missing = this.lastCalls.entrySet()
			.stream()
			.filter((entry) -> entry.getValue().keptHistory() && !this.runs.containsKey(entry.getKey()))
			.filter((entry) -> inspector.find(LoadTopic.NAME, entry.getKey()).isEmpty())
			.peek((entry) -> print(out, "no run of " + entry))
			.count();
		long without = this.lastCalls.values().stream().filter((call) -> !call.keptHistory()).count();
		out.printf("finished runs: %d, %d missing, %d unexpected, %d wrong; %d jobs ended where no history is kept%n",
				this.runs.size(), missing, unexpected, wrong, without);
	}

	private boolean isRight(FinishedRun run, LastCall call) {
		return run.outcome() == RunOutcome.DONE && run.attempts() == call.attempt() && run.host() != null
				&& isRight(run.times()) && isRight(run.record());
	}

	// All clocks are the same here, but times are rounded
	private static boolean isRight(FinishedRun.Times times) {
		Instant submitted = times.submitted();
		Instant due = times.due();
		Instant started = times.started();
		return submitted != null && due != null && started != null
				&& !started.isBefore(submitted.minusMillis(ROUNDING_MILLIS)) && !started.isAfter(times.finished())
				&& !due.isAfter(times.finished());
	}

	private boolean isRight(@Nullable JobRecord record) {
		return this.limits.withPayloads()
				? record != null && Load.PAYLOAD.equals(new String(record.payload(), StandardCharsets.UTF_8))
				: record == null;
	}

	private void print(PrintStream out, String line) {
		if (this.printed++ < PRINTED) {
			out.println("  " + line);
		}
	}

	/**
	 * The last call of a handler with a job.
	 *
	 * @param attempt the number of the attempt
	 * @param keptHistory whether the instance keeps a history
	 */
	private record LastCall(int attempt, boolean keptHistory) {

	}

}
