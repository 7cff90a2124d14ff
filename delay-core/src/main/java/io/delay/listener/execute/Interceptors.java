// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.delay.listener.BatchJobHandler;
import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.listener.JobInterceptor;
import io.delay.store.ReservedJob;

/**
 * The interceptors of the application. If the result of a handler is asynchronous, they
 * may return before the result is complete.
 */
public record Interceptors(List<JobInterceptor> interceptors) {

	public JobHandler around(JobHandler handler) {
		if (handler instanceof BatchJobHandler batches) {
			return around(batches);
		}
		return this.interceptors.isEmpty() ? handler : new InterceptedHandler(handler);
	}

	public BatchJobHandler around(BatchJobHandler handler) {
		return (jobs, contexts) -> proceed(handler, jobs, contexts, 0);
	}

	private void proceed(BatchJobHandler handler, List<ReservedJob> jobs, List<JobContext> contexts, int next)
			throws Exception {
		if (next < this.interceptors.size()) {
			this.interceptors.get(next).interceptBatch(contexts, () -> proceed(handler, jobs, contexts, next + 1));
		}
		else {
			handler.handleBatch(jobs, contexts);
		}
	}

	private final class InterceptedHandler implements JobHandler {

		private final JobHandler handler;

		InterceptedHandler(JobHandler handler) {
			this.handler = handler;
		}

		@Override
		public void handle(ReservedJob job, JobContext context) throws Exception {
			CompletionStage<?> result = handleAsync(job, context);
			if (result != null) {
				result.toCompletableFuture().get();
			}
		}

		@Override
		public @Nullable CompletionStage<?> handleAsync(ReservedJob job, JobContext context) throws Exception {
			Call call = new Call(this.handler, job, context);
			try {
				call.proceed(0);
				return call.result;
			}
			catch (Throwable ex) {
				call.cancel(ex);
				throw ex;
			}
		}

		@Override
		public boolean isAsync() {
			return this.handler.isAsync();
		}

		@Override
		public String toString() {
			return this.handler.toString();
		}

	}

	private final class Call {

		private final JobHandler handler;

		private final ReservedJob job;

		private final JobContext context;

		private @Nullable CompletionStage<?> result;

		Call(JobHandler handler, ReservedJob job, JobContext context) {
			this.handler = handler;
			this.job = job;
			this.context = context;
		}

		void proceed(int next) throws Exception {
			List<JobInterceptor> all = Interceptors.this.interceptors;
			if (next < all.size()) {
				all.get(next).intercept(this.context, () -> proceed(next + 1));
			}
			else {
				this.result = this.handler.handleAsync(this.job, this.context);
			}
		}

		// An interceptor may fail after the handler has returned an asynchronous result
		void cancel(Throwable failure) {
			try {
				if (this.result != null) {
					this.result.toCompletableFuture().cancel(true);
				}
			}
			catch (RuntimeException | Error ex) {
				failure.addSuppressed(ex);
			}
		}

	}

}
