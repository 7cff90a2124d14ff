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
