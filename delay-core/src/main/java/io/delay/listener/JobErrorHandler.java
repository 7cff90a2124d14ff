// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

/**
 * Decides what happens to a job whose handler threw an exception. All beans of this type
 * are called in order until one of them makes a decision. If none of them does, the
 * settings of the listener apply.
 * <p>
 * An error handler is called on the thread of the handler, or on the thread that has
 * completed its asynchronous result, while the lease of the job is held. The
 * {@link JobInterceptor} beans have already returned, so what they have set on the thread
 * may have been removed. An error handler is not called
 * <ul>
 * <li>for an {@link UnprocessableJobException}, which is thrown if the payload cannot be
 * read or is invalid: the job is buried</li>
 * <li>if the listener method has called {@link JobContext#release} or
 * {@link JobContext#bury}. If the method has called {@link JobContext#resubmit}, the
 * error handler is called, because the exception cancels the resubmit</li>
 * <li>if the method was interrupted, or its asynchronous result cancelled, because the
 * container is stopping</li>
 * <li>if the attempt failed because the lease expired, without an exception</li>
 * <li>for exceptions of a {@link FailureHandler}</li>
 * </ul>
 * If an error handler throws an exception, the settings of the listener apply, and both
 * exceptions are logged.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobErrorHandler {

	/**
	 * Decide what happens to a job. A decision that is made with the context takes
	 * precedence over the returned one.
	 * @param context describes the delivery
	 * @param failure the exception that the handler threw; not an exception that only
	 * wraps it, such as an {@code ExecutionException}
	 * @return the decision, {@link JobErrorDecision#byDefault()} for none
	 * @throws Exception if no decision could be made
	 */
	JobErrorDecision handleError(JobContext context, Throwable failure) throws Exception;

}
