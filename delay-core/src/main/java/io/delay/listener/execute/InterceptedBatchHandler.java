// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.List;

import io.delay.listener.BatchJobHandler;
import io.delay.listener.JobContext;
import io.delay.listener.JobInterceptor;
import io.delay.store.ReservedJob;

/**
 * Calls the interceptors of the application around a handler of batches.
 */
public final class InterceptedBatchHandler implements BatchJobHandler {

	private final BatchJobHandler handler;

	private final List<JobInterceptor> interceptors;

	private InterceptedBatchHandler(BatchJobHandler handler, List<JobInterceptor> interceptors) {
		this.handler = handler;
		this.interceptors = interceptors;
	}

	// Returns the handler unchanged if there are no interceptors.
	public static BatchJobHandler of(BatchJobHandler handler, List<JobInterceptor> interceptors) {
		return interceptors.isEmpty() ? handler : new InterceptedBatchHandler(handler, interceptors);
	}

	@Override
	public void handleBatch(List<ReservedJob> jobs, List<JobContext> contexts) throws Exception {
		proceed(jobs, contexts, 0);
	}

	private void proceed(List<ReservedJob> jobs, List<JobContext> contexts, int next) throws Exception {
		if (next == this.interceptors.size()) {
			this.handler.handleBatch(jobs, contexts);
			return;
		}
		this.interceptors.get(next).interceptBatch(contexts, () -> proceed(jobs, contexts, next + 1));
	}

	@Override
	public String toString() {
		return this.handler.toString();
	}

}
