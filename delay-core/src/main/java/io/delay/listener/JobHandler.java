// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.delay.store.ReservedJob;

/**
 * Handles the jobs of a topic.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobHandler {

	/**
	 * Handle a job. The job is acknowledged if this method returns, and delivered again
	 * if it throws an exception, unless the handler decided otherwise through the
	 * context.
	 * @param context describes this delivery and accepts the decision of the handler
	 * @throws UnprocessableJobException if no further delivery of the job can succeed;
	 * the job is buried at once
	 * @throws Exception if the job could not be handled
	 */
	void handle(ReservedJob job, JobContext context) throws Exception;

	/**
	 * Handle a job whose work may continue after this method has returned. Containers
	 * call this method instead of {@link #handle(ReservedJob, JobContext)}. The default
	 * implementation calls that method, so that the work is done on return.
	 * <p>
	 * The job is settled when the result is complete. Until then its lease is held, and
	 * it counts against the concurrency of the listener, but its worker handles other
	 * jobs. The container cancels the {@link CompletionStage#toCompletableFuture()
	 * future} of the result if the lease is lost, and when the container stops, after the
	 * shutdown timeout.
	 * @param context describes this delivery and accepts the decision of the handler,
	 * until the result is complete
	 * @return the result, {@code null} if the work is done; if it completes
	 * exceptionally, that counts as an exception of this method
	 * @throws UnprocessableJobException if no further delivery of the job can succeed;
	 * the job is buried at once
	 * @throws Exception if the job could not be handled
	 */
	default @Nullable CompletionStage<?> handleAsync(ReservedJob job, JobContext context) throws Exception {
		handle(job, context);
		return null;
	}

	/**
	 * Whether the work of this handler may continue after
	 * {@link #handleAsync(ReservedJob, JobContext)} has returned. Such a handler cannot
	 * be transactional.
	 * @return {@code true} if results may be incomplete, by default {@code false}
	 */
	default boolean isAsync() {
		return false;
	}

}
