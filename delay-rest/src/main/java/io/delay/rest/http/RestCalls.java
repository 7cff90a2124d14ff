// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

import org.apache.commons.logging.LogFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemException;
import io.delay.rest.problem.ProblemType;
import io.delay.support.FailureLog;

/**
 * Carries out operations. Each request is checked first. Each exception becomes a
 * response, so the exception handlers of the application are not involved.
 */
public final class RestCalls {

	private static final FailureLog failures = new FailureLog(LogFactory.getLog(RestCalls.class));

	private final boolean authenticationRequired;

	private final Executor executor;

	/**
	 * Create an instance.
	 * @param authenticationRequired whether requests without an authenticated client are
	 * refused
	 * @param executor executes operations that block the thread
	 */
	public RestCalls(boolean authenticationRequired, Executor executor) {
		this.authenticationRequired = authenticationRequired;
		this.executor = executor;
	}

	/**
	 * Carry out an operation that blocks the thread.
	 * @return the response, also for errors
	 */
	public CompletionStage<ResponseEntity<byte[]>> call(RestRequest request,
			Function<RestRequest, ResponseEntity<byte[]>> operation) {
		return start(request, MediaType.APPLICATION_JSON,
				() -> CompletableFuture.supplyAsync(() -> carryOut(operation, request), this.executor));
	}

	/**
	 * Carry out an operation that may block the thread, or may wait without blocking it.
	 * @param nothing the response if the operation fails after the status 200 was sent
	 * @return the response, also for errors
	 */
	public CompletionStage<ResponseEntity<byte[]>> callOrWait(RestRequest request,
			Function<RestRequest, CompletableFuture<ResponseEntity<byte[]>>> operation,
			ResponseEntity<byte[]> nothing) {
		ClientConnection connection = request.connection();
		return start(request, MediaType.APPLICATION_JSON,
				() -> CompletableFuture.supplyAsync(() -> carryOut(operation, request), this.executor)
					.thenCompose((answer) -> waitFor(answer, connection))
					.handle((answer, failure) -> {
						ResponseEntity<byte[]> problem = (failure != null) ? answerOf(request.head(), failure) : null;
						return connection.endWaiting().thenApply((isStatusSent) -> {
							if (problem == null) {
								return answer;
							}
							return isStatusSent ? nothing : problem;
						});
					})
					.thenCompose(Function.identity()));
	}

	// The body of a request that waits is no longer needed
	private static <T> T carryOut(Function<RestRequest, T> operation, RestRequest request) {
		try {
			return operation.apply(request);
		}
		finally {
			request.share().close();
		}
	}

	private static CompletableFuture<ResponseEntity<byte[]>> waitFor(CompletableFuture<ResponseEntity<byte[]>> answer,
			ClientConnection connection) {
		if (!answer.isDone()) {
			connection.startWaiting();
		}
		return answer;
	}

	/** Return a response that is not JSON. */
	public CompletionStage<ResponseEntity<byte[]>> answer(RestRequest request, MediaType type,
			ResponseEntity<byte[]> answer) {
		return start(request, type, () -> {
			request.share().close();
			return CompletableFuture.completedFuture(answer);
		});
	}

	private CompletionStage<ResponseEntity<byte[]>> start(RestRequest request, MediaType type, Start start) {
		try {
			request.share().use();
			check(request.head(), type);
			return start.start().exceptionally((failure) -> answerOf(request.head(), failure));
		}
		catch (RuntimeException ex) {
			request.share().close();
			return CompletableFuture.completedFuture(answerOf(request.head(), ex));
		}
	}

	private void check(RequestHead head, MediaType type) {
		if (this.authenticationRequired && head.principal() == null) {
			throw new ProblemException(Problem.unauthenticated(
					"The request is not authenticated. Send credentials that Spring Security accepts; without Spring "
							+ "Security, the setting delay.rest.require-authentication=false allows all requests"));
		}
		head.checkContentType();
		head.checkAccept(type);
	}

	private static ResponseEntity<byte[]> answerOf(RequestHead head, Throwable failure) {
		Problem problem = Problem.of(failure);
		if (problem.type() == ProblemType.INTERNAL_ERROR) {
			failures.error(
					"The request " + head.method() + " " + head.path() + " failed and is answered with status 500",
					failure);
		}
		else if (problem.type() == ProblemType.STORE_UNAVAILABLE || problem.type() == ProblemType.OUTCOME_UNKNOWN) {
			failures.debug("The request " + head.method() + " " + head.path() + " failed because of the store",
					failure);
		}
		return RestAnswer.problem(problem);
	}

	/**
	 * Starts an operation.
	 */
	@FunctionalInterface
	private interface Start {

		CompletableFuture<ResponseEntity<byte[]>> start();

	}

}
