// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.delay.converter.PayloadConversionException;
import io.delay.job.PayloadTooLargeException;

/**
 * Describes the current delivery to its handler, and lets the handler decide how the
 * delivery ends. Declare it as a parameter of a listener method. It is valid until that
 * method has returned and its asynchronous result, if there is one, is complete.
 *
 * @since 0.1.0
 */
public interface JobContext {

	/**
	 * Return the id of the job.
	 * @return the id
	 */
	String id();

	/**
	 * Return the topic of the job.
	 * @return the topic
	 */
	String topic();

	/**
	 * Return the number of this attempt. In a failure handler, this is the number of the
	 * attempt of the failure handler. A delivery that was cut short by a crash of its
	 * process does not always count, see {@link #isRedelivered()}.
	 * @return the number, starting at 1
	 */
	int attempt();

	/**
	 * Whether the lease of an earlier delivery expired without a report that its worker
	 * was running. This happens if the process crashes, is frozen or loses its connection
	 * to the store. The handler may have started in that delivery, even if
	 * {@link #attempt()} returns 1.
	 * @return {@code true} if that has happened since the job was last submitted, kicked
	 * or released, or since its handler last threw an exception
	 */
	boolean isRedelivered();

	/**
	 * Return the maximum number of attempts.
	 * @return the maximum; if {@link #attempt()} has reached it, this is the last attempt
	 */
	int maxAttempts();

	/**
	 * Return the due time of the job according to the store's clock, as submitted or last
	 * rescheduled. Retries, releases and kicks do not change this time.
	 * @return the due time
	 * @see #visibleSince()
	 */
	Instant dueTime();

	/**
	 * Return when the job became ready for this delivery, according to the store's clock.
	 * For the first delivery this is the due time. For a later delivery it is the end of
	 * the delay after a failure, a release or a kick, or the end of the lease that
	 * expired.
	 * @return the time, never later than this delivery
	 */
	Instant visibleSince();

	/**
	 * Return when the lease ends according to the store's clock. Each successful
	 * {@link #touch()} moves this time.
	 * @return the end of the lease
	 */
	Instant deadline();

	/**
	 * Return the headers that the job was submitted with.
	 * @return the headers, immutable
	 */
	Map<String, String> headers();

	/**
	 * Whether another worker may be handling the job by now, because a touch was refused
	 * or the lease has ended according to the local clock. Only a touch notices that the
	 * job was cancelled or replaced.
	 * @return {@code true} if the lease is lost
	 */
	boolean isLeaseLost();

	/**
	 * Extend the lease by the TTR of this delivery, counted from now. If the store is
	 * unreachable, or a transaction has locked the job, the call is repeated until the
	 * lease ends or the thread is interrupted.
	 * @return {@code true} if the lease was extended; {@code false} if it is lost or the
	 * thread was interrupted first, see {@link #isLeaseLost()}
	 */
	boolean touch();

	/**
	 * Release the job once the handler has ended, even if it throws an exception. The job
	 * waits for the delay and is then delivered again; this attempt does not count. If
	 * the handler calls this method, {@link #resubmit(Object, Duration)} or
	 * {@link #bury(String)} more than once, the last call applies.
	 * @param delay the time until the job is ready again, zero or longer
	 * @throws IllegalArgumentException if the delay is invalid
	 */
	void release(Duration delay);

	/**
	 * Replace the job once the handler has returned, in the same atomic step that
	 * acknowledges it. The new job has the same id, headers, TTR, maximum number of
	 * attempts and priority, and the given payload. It is due after the delay, which
	 * begins when the store replaces the job. Its attempts are counted from the start,
	 * and the failures of the old job are deleted. If the handler throws an exception
	 * after this call, or the container interrupts it, the call has no effect, and the
	 * attempt ends as if this method had not been called. If the handler calls this
	 * method, {@link #release(Duration)} or {@link #bury(String)} more than once, the
	 * last call applies.
	 * @param payload the payload of the new job
	 * @param delay the time until the new job is due, zero or longer
	 * @throws IllegalArgumentException if the payload is {@code null} or the delay is
	 * invalid
	 * @throws PayloadConversionException if the payload cannot be written
	 * @throws PayloadTooLargeException if the payload exceeds the maximum size
	 */
	void resubmit(Object payload, Duration delay);

	/**
	 * Bury the job once the handler has ended, even if it throws an exception. If the
	 * topic has a failure handler, it gets the job first. If the handler calls this
	 * method, {@link #release(Duration)} or {@link #resubmit(Object, Duration)} more than
	 * once, the last call applies.
	 * @param reason the reason, for operators to read; truncated to 2 KB
	 */
	void bury(String reason);

}
