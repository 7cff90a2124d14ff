// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Duration;

import org.springframework.util.unit.DataSize;

/**
 * Defaults that apply if neither the job nor the settings specify a value.
 *
 * @since 0.1.0
 */
public final class JobDefaults {

	/**
	 * How long a worker may hold a job.
	 */
	public static final Duration TTR = Duration.ofSeconds(60);

	/**
	 * The maximum number of attempts of a job.
	 */
	public static final int MAX_ATTEMPTS = 5;

	/**
	 * The number of jobs that a listener handles at the same time.
	 */
	public static final int CONCURRENCY = 8;

	/**
	 * The maximum size of a payload.
	 */
	public static final DataSize MAX_PAYLOAD_SIZE = DataSize.ofKilobytes(64);

	/**
	 * How long a handler may run while its lease is extended automatically.
	 */
	public static final Duration MAX_RUN_TIME = Duration.ofHours(1);

	private JobDefaults() {
	}

}
