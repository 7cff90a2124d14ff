// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Limits how often and for how long a command that was not executed is repeated. The
 * caller gets the outcome within the timeout of a command. If another server takes over
 * from a failed one, repetitions continue until it has done so; otherwise they end after
 * a short time.
 */
final class RetryBudget {

	private static final Duration BRIEF = Duration.ofMillis(200);

	private static final Duration MOMENT = Duration.ofSeconds(2);

	/** The time that is reserved for the reply to the last attempt. */
	private static final Duration LEAST_REPLY_TIME = Duration.ofMillis(500);

	private final BackOffExecution pauses = backOff();

	private final long startedAt = System.nanoTime();

	private final long timeoutNanos;

	private final long leastReplyNanos;

	private final long lastStartNanos;

	private boolean repeated;

	RetryBudget(Duration timeout, boolean failsOver) {
		this(timeout, failsOver ? timeout : MOMENT);
	}

	private RetryBudget(Duration timeout, Duration longest) {
		this.timeoutNanos = timeout.toNanos();
		this.leastReplyNanos = Math.min(LEAST_REPLY_TIME.toNanos(), this.timeoutNanos / 4);
		this.lastStartNanos = Math.min(longest.toNanos(), this.timeoutNanos - this.leastReplyNanos);
	}

	// For a caller that has other work to do meanwhile.
	static RetryBudget none(Duration timeout) {
		return new RetryBudget(timeout, Duration.ZERO);
	}

	// For a caller that repeats its call soon.
	static RetryBudget brief(Duration timeout) {
		return new RetryBudget(timeout, BRIEF);
	}

	boolean pause() {
		long millis = this.pauses.nextBackOff();
		if (elapsedNanos() + TimeUnit.MILLISECONDS.toNanos(millis) > this.lastStartNanos) {
			return false;
		}
		try {
			Thread.sleep(millis);
			this.repeated = true;
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	boolean isLong() {
		return elapsedNanos() > MOMENT.toNanos();
	}

	long replyNanos() {
		return this.repeated ? Math.max(this.timeoutNanos - elapsedNanos(), this.leastReplyNanos) : this.timeoutNanos;
	}

	private long elapsedNanos() {
		return System.nanoTime() - this.startedAt;
	}

	private static BackOffExecution backOff() {
		ExponentialBackOff backOff = new ExponentialBackOff(20, 2);
		backOff.setMaxInterval(320);
		return backOff.start();
	}

}
