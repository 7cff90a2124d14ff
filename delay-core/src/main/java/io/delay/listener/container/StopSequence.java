// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;

import org.apache.commons.logging.LogFactory;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.support.FailureLog;

/**
 * The steps of one stop, with a limit on their total duration. A step that fails does not
 * prevent the remaining steps, and an interrupt of the stopping thread shortens the
 * remaining time.
 */
final class StopSequence {

	private static final FailureLog logger = new FailureLog(LogFactory.getLog(StopSequence.class));

	private static final Duration LEFT_AFTER_INTERRUPT = Duration.ofMillis(500);

	private final DelayListenerEndpoint endpoint;

	private long end;

	private boolean interrupted;

	StopSequence(DelayListenerEndpoint endpoint, Duration timeout) {
		this.endpoint = endpoint;
		this.end = System.nanoTime() + timeout.toNanos();
	}

	// Never throws. The text completes "could not" in the log.
	void attempt(String what, Step step) {
		try {
			step.run();
		}
		catch (InterruptedException ex) {
			logger.warn(
					"Listener " + this.endpoint + " was interrupted while stopping; the remaining steps are shortened",
					ex);
			this.interrupted = true;
			this.end = System.nanoTime() + atMost(LEFT_AFTER_INTERRUPT).toNanos();
		}
		catch (Throwable ex) {
			logger.warn("Listener " + this.endpoint + " is stopping but could not " + what, ex);
		}
	}

	Duration atMost(Duration most) {
		Duration left = Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
		return (most.compareTo(left) < 0) ? most : left;
	}

	// Ends the stop, restoring the interrupt status of the thread.
	void end() {
		if (this.interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	@FunctionalInterface
	interface Step {

		void run() throws Exception;

	}

}
