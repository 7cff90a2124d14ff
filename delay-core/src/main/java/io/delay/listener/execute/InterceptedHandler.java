// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.listener.JobInterceptor;
import io.delay.store.ReservedJob;

/**
 * Calls the interceptors of the application around a handler. If the result of the
 * handler is asynchronous, the interceptors may return before the result is complete.
 */
public final class InterceptedHandler implements JobHandler {

	private final JobHandler handler;

	private final List<JobInterceptor> interceptors;

	private InterceptedHandler(JobHandler handler, List<JobInterceptor> interceptors) {
		this.handler = handler;
		this.interceptors = interceptors;
	}

	// Returns the handler unchanged if there are no interceptors.
	public static JobHandler of(JobHandler handler, List<JobInterceptor> interceptors) {
		return interceptors.isEmpty() ? handler : new InterceptedHandler(handler, interceptors);
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
		Call call = new Call(job, context);
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
	public String toString() {
		return this.handler.toString();
	}

	@Override
	public boolean isAsync() {
		return this.handler.isAsync();
	}

	/**
	 * One call of the interceptors and the handler.
	 */
	private final class Call {

		private final ReservedJob job;

		private final JobContext context;

		private @Nullable CompletionStage<?> result;

		Call(ReservedJob job, JobContext context) {
			this.job = job;
			this.context = context;
		}

		void proceed(int next) throws Exception {
			InterceptedHandler intercepted = InterceptedHandler.this;
			if (next < intercepted.interceptors.size()) {
				intercepted.interceptors.get(next).intercept(this.context, () -> proceed(next + 1));
			}
			else {
				this.result = intercepted.handler.handleAsync(this.job, this.context);
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
