// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.HashMap;
import java.util.Map;

import io.delay.job.JobRules;

/**
 * The headers that continue a trace in a job. Headers of the job itself take precedence.
 * Trace headers that would exceed the size limit are omitted, so that no submit fails
 * because of them.
 *
 * @param headers the headers, empty if the submit is not traced
 */
record TraceHeaders(Map<String, String> headers) {

	static final TraceHeaders NONE = new TraceHeaders(Map.of());

	Map<String, String> addedTo(Map<String, String> headersOfJob) {
		if (this.headers.isEmpty()) {
			return headersOfJob;
		}
		Map<String, String> all = new HashMap<>(this.headers);
		all.putAll(headersOfJob);
		return (lengthOf(all) <= JobRules.MAX_HEADER_CHARACTERS) ? all : headersOfJob;
	}

	private static int lengthOf(Map<String, String> headers) {
		int length = 0;
		for (Map.Entry<String, String> header : headers.entrySet()) {
			length += header.getKey().length() + header.getValue().length();
		}
		return length;
	}

}
