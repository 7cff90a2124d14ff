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

package io.delay.jdbc.table;

/**
 * Which large columns of jobs are read.
 */
public enum JobDepth {

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

	JobDepth(boolean payloadRead, boolean detailsRead) {
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
