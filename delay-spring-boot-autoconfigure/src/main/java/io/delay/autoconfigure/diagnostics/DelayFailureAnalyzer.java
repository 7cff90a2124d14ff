// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

import io.delay.listener.InvalidListenerException;
import io.delay.move.JobMoveException;
import io.delay.submit.InvalidSubmitMethodException;

/**
 * Reports why an application cannot start with Delay, and what helps.
 */
final class DelayFailureAnalyzer implements FailureAnalyzer {

	@Override
	public @Nullable FailureAnalysis analyze(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			FailureAnalysis analysis = analysisOf(cause);
			if (analysis != null) {
				return analysis;
			}
		}
		return null;
	}

	private static @Nullable FailureAnalysis analysisOf(Throwable cause) {
		if (cause instanceof DelaySetupException setup) {
			return new FailureAnalysis(setup.getMessage(), setup.remedy(), setup);
		}
		if (cause instanceof InvalidListenerException listener) {
			return new FailureAnalysis(listener.problem() + ".", listener.remedy() + ".", listener);
		}
		if (cause instanceof InvalidSubmitMethodException method) {
			return new FailureAnalysis(method.problem() + ".", method.remedy() + ".", method);
		}
		if (cause instanceof JobMoveException move) {
			return new FailureAnalysis(move.getMessage(),
					"No job is lost: jobs that were not moved are still where they were. Fix the cause and start again "
							+ "with the same settings, which continues the move. If jobs stay reserved, stop the "
							+ "instances that use the topic, or increase delay.move.timeout. If another instance moves "
							+ "jobs, wait until it has finished; 30 seconds after it was killed, its lock is free. "
							+ "To start without moving jobs, remove delay.move.from or delay.redis.move-topics.",
					move);
		}
		return null;
	}

}
