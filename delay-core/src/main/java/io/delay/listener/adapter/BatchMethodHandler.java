// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

import io.delay.listener.BatchFailures;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.JobContext;
import io.delay.store.ReservedJob;
import io.delay.support.WrapperExceptions;

/**
 * Handles batches by calling a method of a bean with lists. The arguments are resolved
 * for each job separately. If they cannot be resolved for a job, that job is
 * unprocessable, and the method is called without it.
 */
final class BatchMethodHandler implements BatchJobHandler {

	private final HandlerMethodJobHandler method;

	private final List<MethodParameter> elements;

	private final HandlerMethodArgumentResolver resolver;

	// There is one element for each parameter of the method.
	BatchMethodHandler(HandlerMethodJobHandler method, List<MethodParameter> elements,
			HandlerMethodArgumentResolver resolver) {
		this.method = method;
		this.elements = elements;
		this.resolver = resolver;
	}

	@Override
	public void handleBatch(List<ReservedJob> jobs, List<JobContext> contexts) throws Exception {
		List<List<@Nullable Object>> arguments = new ArrayList<>();
		this.elements.forEach((element) -> arguments.add(new ArrayList<>(jobs.size())));
		List<JobContext> called = new ArrayList<>(jobs.size());
		BatchFailures failures = new BatchFailures();
		for (int i = 0; i < jobs.size(); i++) {
			JobContext context = contexts.get(i);
			try {
				List<@Nullable Object> values = resolve(new JobMessage(jobs.get(i), context));
				for (int argument = 0; argument < values.size(); argument++) {
					arguments.get(argument).add(values.get(argument));
				}
				called.add(context);
			}
			catch (Throwable ex) {
				failures.add(context, ex);
			}
		}
		if (!called.isEmpty()) {
			call(arguments, called, failures);
		}
		failures.throwIfAny();
	}

	private List<@Nullable Object> resolve(JobMessage message) throws Exception {
		List<@Nullable Object> values = new ArrayList<>(this.elements.size());
		for (MethodParameter element : this.elements) {
			values.add(this.resolver.resolveArgument(element, message));
		}
		return values;
	}

	private void call(List<List<@Nullable Object>> arguments, List<JobContext> called, BatchFailures failures)
			throws Exception {
		try {
			invoke(arguments, called, failures);
		}
		catch (Exception | Error ex) {
			if (failures.isEmpty()) {
				throw ex;
			}
			called.forEach((context) -> failures.add(context, ex));
		}
	}

	private void invoke(List<List<@Nullable Object>> arguments, List<JobContext> called, BatchFailures failures)
			throws Exception {
		try {
			Object result = this.method.doInvoke(arguments.stream().map(Collections::unmodifiableList).toArray());
			// BatchMethodCheck rejects methods that declare an asynchronous result, but a
			// method that declares a supertype, such as Object, may still return one
			CompletionStage<?> hidden = this.method.asyncResult(result);
			if (hidden != null) {
				hidden.toCompletableFuture().get();
			}
		}
		catch (Exception ex) {
			if (!(WrapperExceptions.unwrap(ex) instanceof BatchFailures named)) {
				throw ex;
			}
			List<@Nullable Throwable> causes = named.causes(called);
			for (int i = 0; i < causes.size(); i++) {
				Throwable cause = causes.get(i);
				if (cause != null) {
					failures.add(called.get(i), cause);
				}
			}
		}
	}

	@Override
	public String toString() {
		return this.method.toString();
	}

}
