// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.table;

/**
 * Which large columns of jobs are read.
 */
public enum JobColumns {

	/** Neither payloads nor details of failures. */
	PLAIN(false, false),

	/** Stack traces and earlier failures. */
	DETAILS(false, true),

	/** Payloads. */
	PAYLOAD(true, false),

	/** Everything. */
	ALL(true, true);

	private final boolean payloadRead;

	private final boolean detailsRead;

	JobColumns(boolean payloadRead, boolean detailsRead) {
		this.payloadRead = payloadRead;
		this.detailsRead = detailsRead;
	}

	boolean isPayloadRead() {
		return this.payloadRead;
	}

	boolean areDetailsRead() {
		return this.detailsRead;
	}

	String columns() {
		return "id, place, time, due, priority, size, headers, ttr, max_attempts, attempts, stalls, "
				+ "failed_attempt, failed_at, error, error_host, run_time, token, lease_attempt, "
				+ "lease_max_attempts, lease_ttr, lease_since, visible_since, progress, failure_handler, "
				+ "failure_handling" + (this.payloadRead ? ", payload" : "")
				+ (this.detailsRead ? ", stack_trace, earlier_failures" : "");
	}

}
