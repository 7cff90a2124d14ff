// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Warns if Spring would continue the shutdown and close connections before listeners have
 * stopped.
 */
final class ShutdownTimeoutCheck {

	private static final Log logger = LogFactory.getLog(ShutdownTimeoutCheck.class);

	private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

	/**
	 * The minimum time that listeners need after the shutdown timeout to stop their
	 * handlers.
	 */
	private static final Duration GRACE = Duration.ofSeconds(2);

	private final Environment environment;

	ShutdownTimeoutCheck(Environment environment) {
		this.environment = environment;
	}

	void check(Duration shutdownTimeout) {
		Duration phaseTimeout = Binder.get(this.environment)
			.bind(PHASE_TIMEOUT, Duration.class)
			.orElse(DEFAULT_PHASE_TIMEOUT);
		if (shutdownTimeout.compareTo(phaseTimeout.minus(GRACE)) > 0) {
			logger.warn("delay.listener.shutdown-timeout is " + shutdownTimeout.toMillis()
					+ " ms, which is too long for " + PHASE_TIMEOUT + " of " + phaseTimeout.toMillis()
					+ " ms: connections close while handlers are still running. "
					+ "Make the shutdown timeout at least 5 s shorter");
		}
	}

}
