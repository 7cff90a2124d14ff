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

package io.delay.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What a handler can ask and decide about the delivery it handles. Declared as a
 * parameter of a listener method. Good for the time of that call only.
 *
 * @since 0.1.0
 */
public interface JobContext {

	/**
	 * The id of the job.
	 * @return the id
	 */
	String id();

	/**
	 * The topic of the job.
	 * @return the topic
	 */
	String topic();

	/**
	 * The number of this attempt. A delivery that was cut off by the end of its process
	 * does not always count, see {@link #isRedelivered()}.
	 * @return the number, from 1
	 */
	int attempt();

	/**
	 * Whether the lease of an earlier delivery ran out although no handler was known to
	 * be at work: its process crashed, was frozen or was cut off from the store. The
	 * handler may have begun then, even if this is the first {@link #attempt()}.
	 * @return {@code true} if so since the job was submitted or kicked, its handler threw
	 * or it was released
	 */
	boolean isRedelivered();

	/**
	 * The number of the last delivery.
	 * @return the number; if {@link #attempt()} has reached it, this is the last one
	 */
	int maxAttempts();

	/**
	 * When the job was to run first, by the store's clock: as submitted, or as
	 * rescheduled since. The same for every delivery, whatever retries, releases and
	 * kicks lie between.
	 * @return the due time
	 * @see #visibleSince()
	 */
	Instant dueTime();

	/**
	 * Since when this delivery was ready, by the store's clock: the due time when the job
	 * is handled for the first time, later the end of the delay of a retry, a release or
	 * a kick, or of the lease that ran out.
	 * @return the time, never after this delivery
	 */
	Instant visibleSince();

	/**
	 * When the lease ends, by the store's clock. Later after each {@link #touch()}.
	 * @return the end of the lease
	 */
	Instant deadline();

	/**
	 * The headers that the job was submitted with.
	 * @return the headers, immutable
	 */
	Map<String, String> headers();

	/**
	 * Whether the job may by now be handled by somebody else: a touch was refused, or the
	 * lease has ended by the local clock.
	 * @return {@code true} if so
	 */
	boolean isLeaseLost();

	/**
	 * Extend the lease by the TTR of this delivery, counted from now. While the store
	 * cannot be reached this is repeated until the lease has ended or the thread is
	 * interrupted.
	 * @return {@code true} if the lease was extended, {@code false} if it was not: it is
	 * lost, or the thread was interrupted first, see {@link #isLeaseLost()}
	 */
	boolean touch();

	/**
	 * Decide that the job goes back to waiting once the handler is done, whether it
	 * returns or throws. The attempt is given back. The last decision counts.
	 * @param delay how long until the job is ready again, zero or longer
	 * @throws IllegalArgumentException if the delay is not valid
	 */
	void release(Duration delay);

	/**
	 * Decide that the job is buried once the handler is done, whether it returns or
	 * throws. The last decision counts.
	 * @param reason why, in words; cut to 2 KB
	 */
	void bury(String reason);

}
