// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

/**
 * The names of the headers that every delivery has in addition to those of the job. A
 * handler reads them with {@code @Header}. Spring Messaging reserves the names {@code id}
 * and {@code timestamp}, so job headers with these names are available in
 * {@link JobContext#headers()} only.
 *
 * @since 0.1.0
 */
public final class DelayHeaders {

	/**
	 * The id of the job, a {@link String}.
	 */
	public static final String ID = "delay_id";

	/**
	 * The topic of the job, a {@link String}.
	 */
	public static final String TOPIC = "delay_topic";

	/**
	 * The number of this attempt, starting at 1, an {@link Integer}.
	 */
	public static final String ATTEMPT = "delay_attempt";

	/**
	 * The time at which the job was first due, an {@link java.time.Instant}.
	 * @see JobContext#dueTime()
	 */
	public static final String DUE_TIME = "delay_dueTime";

	private DelayHeaders() {
	}

}
