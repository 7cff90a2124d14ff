// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;

import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * The pause before a failed call to the store is repeated: it doubles with each failure,
 * up to half a second.
 */
public final class RetryPause {

	private static final long LONGEST_MILLIS = 500;

	private final ExponentialBackOff backOff;

	private BackOffExecution execution;

	private RetryPause(long firstMillis) {
		this.backOff = new ExponentialBackOff(firstMillis, 2);
		this.backOff.setMaxInterval(LONGEST_MILLIS);
		this.execution = this.backOff.start();
	}

	public static RetryPause ofReserves() {
		return new RetryPause(100);
	}

	public static RetryPause ofSettlements() {
		return new RetryPause(50);
	}

	public Duration next() {
		return Duration.ofMillis(this.execution.nextBackOff());
	}

	void reset() {
		this.execution = this.backOff.start();
	}

}
