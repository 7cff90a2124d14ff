// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.script;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs warnings for the flags that scripts return in addition to their results.
 */
public final class ReplyFlags {

	private static final int PUBLISH_REFUSED = 1;

	private static final int CLOCK_STEPPED_BACK = 2;

	private static final int RUN_NOT_KEPT = 4;

	private static final Log logger = LogFactory.getLog(ReplyFlags.class);

	private final AtomicBoolean publishWarned = new AtomicBoolean();

	private final AtomicBoolean historyWarned = new AtomicBoolean();

	void check(long flags, String topic) {
		if ((flags & PUBLISH_REFUSED) != 0 && this.publishWarned.compareAndSet(false, true)) {
			logger.warn("Redis refuses to publish the wake-ups of topic '" + topic
					+ "', so jobs can be late by up to 18 seconds. Grant the Redis user access to the channels "
					+ "(ACL SETUSER ... &<namespace>:*), or remove a rename-command of PUBLISH");
		}
		if ((flags & RUN_NOT_KEPT) != 0 && this.historyWarned.compareAndSet(false, true)) {
			logger.warn("Finished jobs of topic '" + topic + "' could not be added to its history in Redis, "
					+ "so their runs are missing there; the jobs themselves are done or cancelled. Check that the keys "
					+ "of the topic that end in ':runs' are streams, and that the Redis user may use XADD, XREVRANGE "
					+ "and XTRIM");
		}
		if ((flags & CLOCK_STEPPED_BACK) != 0) {
			logger.warn("The clock of Redis went back by more than a minute (topic '" + topic
					+ "'). Leases end within one TTR and retries start within one delay from now, but other jobs that "
					+ "were already waiting are delayed by that amount. Check the clocks of the servers");
		}
	}

}
