// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

/**
 * Which large columns of jobs are read.
 */
public enum JobColumns {

	/** Neither payloads nor details of failures. */
	PLAIN,

	/** Stack traces and earlier failures. */
	DETAILS,

	PAYLOAD, ALL;

	boolean isPayloadRead() {
		return this == PAYLOAD || this == ALL;
	}

	boolean areDetailsRead() {
		return this == DETAILS || this == ALL;
	}

	String columns() {
		return "id, place, time, due, priority, size, headers, ttr, max_attempts, attempts, stalls, "
				+ "failed_attempt, failed_at, error, error_host, run_time, token, lease_attempt, "
				+ "lease_max_attempts, lease_ttr, lease_since, visible_since, progress, failure_handler, "
				+ "failure_handling" + (isPayloadRead() ? ", payload" : "")
				+ (areDetailsRead() ? ", stack_trace, earlier_failures" : "");
	}

}
