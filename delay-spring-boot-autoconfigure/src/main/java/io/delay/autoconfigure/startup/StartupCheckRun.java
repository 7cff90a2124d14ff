// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessException;

import io.delay.support.DaemonThread;

/**
 * One round of inspections on its own daemon thread. Each inspection is repeated until
 * the store has answered.
 */
final class StartupCheckRun implements Runnable {

	private static final Log logger = LogFactory.getLog(StartupCheckRun.class);

	private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

	private final List<StartupInspection> inspections;

	private final Consumer<StartupFinding> findings;

	private final Thread thread;

	private final long startedAt = System.nanoTime();

	private boolean unreachableLogged;

	private volatile boolean stopped;

	private volatile boolean done;

	StartupCheckRun(List<StartupInspection> inspections, Consumer<StartupFinding> findings) {
		this.inspections = inspections;
		this.findings = findings;
		this.thread = DaemonThread.factory("delay-startup-check").newThread(this);
	}

	void start() {
		this.thread.start();
	}

	// Does not wait, because a running inspection fails when the connections close.
	void stop() {
		this.stopped = true;
		this.thread.interrupt();
	}

	boolean isDone() {
		return this.done;
	}

	@Override
	public void run() {
		try {
			for (StartupInspection inspection : this.inspections) {
				sleep(inspection.delay().minusNanos(System.nanoTime() - this.startedAt));
				inspect(inspection);
			}
			this.done = true;
		}
		catch (InterruptedException ex) {
			// The application is stopping
		}
	}

	private void inspect(StartupInspection inspection) throws InterruptedException {
		Duration pause = FIRST_PAUSE;
		while (!this.stopped) {
			try {
				inspection.findings().forEach(this.findings);
				return;
			}
			catch (RuntimeException ex) {
				if (isTemporary(ex)) {
					noteUnreachable(ex);
				}
				else if (!this.stopped) {
					logger.debug("An inspection in the start-up check failed", ex);
					this.findings.accept(StartupFinding.notChecked(ex));
					return;
				}
			}
			sleep(pause);
			pause = pause.multipliedBy(2);
			pause = (pause.compareTo(LONGEST_PAUSE) > 0) ? LONGEST_PAUSE : pause;
		}
		throw new InterruptedException("stopped");
	}

	// A store that has refused a call will refuse it again.
	private static boolean isTemporary(RuntimeException failure) {
		return failure instanceof DataAccessException && (!(failure instanceof NonTransientDataAccessException)
				|| failure instanceof DataAccessResourceFailureException);
	}

	// This is the only warning about an unreachable store in an application that has no
	// listeners and has not submitted a job yet.
	private void noteUnreachable(RuntimeException failure) {
		if (!this.unreachableLogged && !this.stopped) {
			this.unreachableLogged = true;
			logger.warn("The start-up check waits for the store: " + failure.getMessage());
		}
		logger.debug("The store cannot be reached for the start-up check, trying again", failure);
	}

	private static void sleep(Duration duration) throws InterruptedException {
		if (!duration.isNegative()) {
			Thread.sleep(duration.toMillis());
		}
	}

}
