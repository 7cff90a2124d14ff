// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

/**
 * The rest of the handling of a job, as seen by a {@link JobInterceptor}: the next
 * interceptors and the handler.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface JobInvocation {

	/**
	 * Call the next interceptor or, after the last one, the handler.
	 * @throws UnprocessableJobException if no further delivery of the job can succeed,
	 * for instance because its payload cannot be read
	 * @throws Exception if the job could not be handled
	 */
	void proceed() throws Exception;

}
