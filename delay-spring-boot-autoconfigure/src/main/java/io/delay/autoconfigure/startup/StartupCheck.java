// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

import io.delay.autoconfigure.diagnostics.DelaySetupException;
import io.delay.autoconfigure.properties.DelayProperties.StartupCheckMode;

/**
 * Runs the start-up check: either in the background, where it waits for an unreachable
 * store, or during start-up, so that a finding can make start-up fail. Starts before any
 * component that handles jobs.
 */
final class StartupCheck implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(StartupCheck.class);

	private final List<StartupInspection> inspections;

	private final StartupCheckMode mode;

	private final Set<String> logged = ConcurrentHashMap.newKeySet();

	private volatile @Nullable StartupCheckRun run;

	private volatile boolean running;

	StartupCheck(Collection<StartupInspection> inspections, StartupCheckMode mode) {
		this.inspections = inspections.stream().sorted(Comparator.comparing(StartupInspection::delay)).toList();
		this.mode = mode;
	}

	@Override
	public void start() {
		this.running = true;
		StartupCheckRun before = this.run;
		if (before != null && before.isDone()) {
			return; // a restart of the context does not repeat the check
		}
		List<StartupInspection> remaining = this.inspections;
		if (this.mode == StartupCheckMode.FAIL) {
			remaining = checkNow();
		}
		StartupCheckRun started = new StartupCheckRun(remaining, this::warn);
		this.run = started;
		started.start();
	}

	// Returns the inspections that remain for the background: inspections that could not
	// reach the store, and inspections that find more after a delay.
	private List<StartupInspection> checkNow() {
		List<StartupInspection> remaining = new ArrayList<>();
		List<StartupFinding> findings = new ArrayList<>();
		boolean unreachable = false;
		for (StartupInspection inspection : this.inspections) {
			if (!unreachable) {
				try {
					findings.addAll(inspection.findings());
				}
				catch (DataAccessException ex) {
					unreachable = true;
					logger.warn("The store cannot be reached, so the start-up check continues in the background "
							+ "and logs its findings as warnings: " + ex.getMessage());
				}
				catch (RuntimeException ex) {
					logger.debug("An inspection in the start-up check failed", ex);
					findings.add(StartupFinding.notChecked(ex));
				}
			}
			if (unreachable || inspection.delay().compareTo(Duration.ZERO) > 0) {
				remaining.add(inspection);
			}
		}
		if (findings.stream().anyMatch(StartupFinding::lasting)) {
			this.running = false;
			throw new DelaySetupException(
					"The start-up check has found these problems:\n\n" + findings.stream()
						.map((finding) -> "    - " + finding.text() + "\n")
						.collect(Collectors.joining()),
					"Fix each of them. To start anyway, set delay.startup-check=warn, "
							+ "which logs them as warnings, or off, which skips the check.");
		}
		findings.forEach(this::warn);
		return remaining;
	}

	private void warn(StartupFinding finding) {
		if (this.logged.add(finding.text())) {
			logger.warn(finding.text());
		}
	}

	@Override
	public void stop() {
		this.running = false;
		StartupCheckRun present = this.run;
		if (present != null) {
			present.stop();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	// Starts after TopicMoveAtStart, which may take a long time.
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE + 1;
	}

}
