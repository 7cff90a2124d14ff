// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;

import io.delay.admin.PartlyDoneException;
import io.delay.job.JobExistsException;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.OutcomeUnknownException;

/**
 * An error in a response to a client, in the form of RFC 9457.
 *
 * @param ids the ids of the jobs concerned, empty if the error does not concern
 * individual jobs
 * @param headers additional HTTP headers of the response
 */
public record Problem(ProblemType type, String detail, List<String> ids, Map<String, String> headers) {

	public Problem {
		ids = List.copyOf(ids);
		headers = Map.copyOf(headers);
	}

	public static Problem of(ProblemType type, String detail) {
		return new Problem(type, detail, List.of(), Map.of());
	}

	/**
	 * Create an error after which the client should repeat the request.
	 * @return the error, with a header that asks the client to wait for a second
	 */
	public static Problem temporary(ProblemType type, String detail) {
		return new Problem(type, detail, List.of(), Map.of(HttpHeaders.RETRY_AFTER, "1"));
	}

	/**
	 * Create the error for a client that is not authenticated. The application determines
	 * how clients are authenticated, so the header that a status of 401 needs names no
	 * registered scheme: a browser would ask for a password that no code checks.
	 */
	public static Problem unauthenticated(String detail) {
		return new Problem(ProblemType.UNAUTHENTICATED, detail, List.of(),
				Map.of(HttpHeaders.WWW_AUTHENTICATE, "SpringSecurity realm=\"Delay\""));
	}

	/**
	 * Return the error for an exception.
	 * @param exception the exception, possibly wrapped in {@link CompletionException}
	 * @return the error, {@link ProblemType#INTERNAL_ERROR} for an unexpected exception
	 */
	public static Problem of(Throwable exception) {
		if (exception instanceof CompletionException && exception.getCause() != null) {
			return of(exception.getCause());
		}
		if (exception instanceof ProblemException expected) {
			return expected.problem();
		}
		if (exception instanceof DataAccessException failure) {
			return ofStore(failure);
		}
		if (exception instanceof RejectedExecutionException) {
			return temporary(ProblemType.TOO_MANY_WAITING,
					"Too many requests are waiting for a thread. Nothing was changed; repeat the request later");
		}
		if (exception instanceof JobExistsException exists) {
			return ofExisting(exists);
		}
		if (exception instanceof PayloadTooLargeException) {
			return of(ProblemType.PAYLOAD_TOO_LARGE, message(exception));
		}
		if (exception instanceof IllegalArgumentException) {
			return of(ProblemType.INVALID_REQUEST, message(exception));
		}
		return of(ProblemType.INTERNAL_ERROR,
				"The request failed because of an unexpected error. The log of the server contains the cause");
	}

	private static Problem ofStore(DataAccessException failure) {
		if (failure instanceof OutcomeUnknownException unknown) {
			return of(ProblemType.OUTCOME_UNKNOWN, message(unknown)).concerning(unknown.ids());
		}
		if (failure instanceof PartlyDoneException) {
			return temporary(ProblemType.STORE_UNAVAILABLE, message(failure));
		}
		return temporary(ProblemType.STORE_UNAVAILABLE,
				"The store could not be reached or refused the call. Repeat the request later");
	}

	private static Problem ofExisting(JobExistsException exists) {
		return of(ProblemType.JOB_EXISTS, message(exists)).concerning(exists.ids());
	}

	private static String message(Throwable exception) {
		String message = exception.getMessage();
		return (message != null) ? message : exception.getClass().getSimpleName();
	}

	public Problem concerning(List<String> jobIds) {
		return new Problem(this.type, this.detail, jobIds, this.headers);
	}

}
