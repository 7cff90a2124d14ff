// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.util.List;
import java.util.stream.IntStream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.listener.support.JobFailureLog;
import io.delay.listener.support.StoreFailures;
import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.store.Touch;
import io.delay.support.FailureLog;

/**
 * Reports running handlers to the store. If a report is lost and the lease then expires,
 * the job is merely redelivered with unnecessary precautions.
 */
public final class ProgressReporter {

	private static final Log logger = LogFactory.getLog(ProgressReporter.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final JobStore store;

	private final JobFailureLog failures;

	public ProgressReporter(JobStore store, JobFailureLog failures) {
		this.store = store;
		this.failures = failures;
	}

	// Returns the reports to repeat, because the store could not be reached.
	List<Touch> report(List<Touch> touches) {
		if (touches.isEmpty()) {
			return touches;
		}
		try {
			return unreachable(touches, this.store.touch(touches));
		}
		catch (DataAccessException ex) {
			logger.debug(describe(touches), ex);
			return StoreFailures.isTemporary(ex) ? touches : List.of();
		}
		catch (RuntimeException ex) {
			this.failures.warn(failureLog, describe(touches), ex);
			return List.of();
		}
	}

	private static List<Touch> unreachable(List<Touch> touches, List<SettleResult> results) {
		return IntStream.range(0, touches.size())
			.filter((i) -> results.get(i) == SettleResult.UNREACHABLE)
			.mapToObj(touches::get)
			.toList();
	}

	private static String describe(List<Touch> touches) {
		return "Could not report " + touches.size() + " running handler(s) of topic '" + touches.get(0).lease().topic()
				+ "' to the store; jobs whose leases end now are redelivered as if their worker had crashed";
	}

}
