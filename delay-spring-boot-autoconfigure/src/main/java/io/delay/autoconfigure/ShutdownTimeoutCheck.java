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
