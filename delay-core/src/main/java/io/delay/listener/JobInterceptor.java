// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.util.List;

/**
 * Runs around the handlers of all listeners and around all failure handlers, for instance
 * to set a tenant or a security context on the thread, or to measure time. All beans of
 * this type are called in order, the first one outermost.
 * <p>
 * An interceptor runs on the thread of the handler and inside its observation, before the
 * payload is converted and validated. It does not wait for an asynchronous result of the
 * handler. If it throws an exception although the handler has returned such a result, the
 * result is cancelled. An exception that it throws or passes on is a failure of the job,
 * as if the handler had thrown it. If an interceptor returns normally, the job is
 * acknowledged, even if the interceptor has not proceeded, unless it makes a different
 * decision with the context. The {@link JobErrorHandler} beans are called after all
 * interceptors have ended.
 * <p>
 * Around the handler of a batch, {@link #interceptBatch} is called instead, which only
 * proceeds by default.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobInterceptor {

	/**
	 * Intercept the handling of a job.
	 * @param context describes the delivery
	 * @param invocation the rest of the handling; an interceptor usually proceeds once,
	 * on the same thread
	 * @throws Exception if the job could not be handled
	 */
	void intercept(JobContext context, JobInvocation invocation) throws Exception;

	/**
	 * Intercept the handling of a batch, which may consist of one job. An exception is a
	 * failure of all its jobs, or of those that {@link BatchFailures} names. The default
	 * implementation only proceeds.
	 * @param contexts describe the deliveries
	 * @param invocation the rest of the handling; an interceptor usually proceeds once,
	 * on the same thread
	 * @throws Exception if the jobs could not be handled
	 */
	default void interceptBatch(List<JobContext> contexts, JobInvocation invocation) throws Exception {
		invocation.proceed();
	}

}
