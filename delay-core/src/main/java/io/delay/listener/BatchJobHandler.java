// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.List;

import org.springframework.util.ReflectionUtils;

import io.delay.store.ReservedJob;
import io.delay.support.WrapperExceptions;

/**
 * Handles several jobs of a topic in one call. The container passes the jobs that are
 * ready at the time of the call, up to the number that {@link ListenerSettings#batch()}
 * allows. Each job keeps its own lease, attempt and decision.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BatchJobHandler extends JobHandler {

	/**
	 * Handle jobs. All of them are acknowledged if this method returns, except those
	 * whose context received a different decision.
	 * @param jobs the jobs, at least one
	 * @param contexts the contexts of these jobs, in the same order
	 * @throws BatchFailures if individual jobs could not be handled; all others are
	 * acknowledged
	 * @throws Exception if the jobs could not be handled; each of them ends as if it had
	 * been handled alone and this exception had been thrown
	 */
	void handleBatch(List<ReservedJob> jobs, List<JobContext> contexts) throws Exception;

	/**
	 * Handle one job as a batch of one.
	 */
	@Override
	default void handle(ReservedJob job, JobContext context) throws Exception {
		try {
			handleBatch(List.of(job), List.of(context));
		}
		catch (Exception ex) {
			if (!(WrapperExceptions.unwrap(ex) instanceof BatchFailures failures)) {
				throw ex;
			}
			Throwable cause = failures.causes(List.of(context)).get(0);
			if (cause != null) {
				ReflectionUtils.rethrowException(cause);
			}
		}
	}

}
