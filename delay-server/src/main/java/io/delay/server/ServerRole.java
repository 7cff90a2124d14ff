// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.util.Arrays;
import java.util.Locale;

/**
 * A role determines what a user may do. Its name is written in lower case in the
 * settings.
 *
 * @since 0.1.0
 */
public enum ServerRole {

	/** Submit, find, reschedule and cancel jobs. */
	PRODUCER,

	/** Reserve and settle jobs. */
	CONSUMER,

	/** See topics, jobs and metrics. */
	VIEWER,

	/** See metrics, whose tags name topics, but no jobs. */
	METRICS,

	/** Everything except reserving, settling and handing back jobs. */
	OPERATOR;

	String id() {
		return name().toLowerCase(Locale.ROOT);
	}

	static String[] ids(ServerRole... roles) {
		return Arrays.stream(roles).map(ServerRole::id).toArray(String[]::new);
	}

}
