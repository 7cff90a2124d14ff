// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

import org.springframework.dao.DataAccessException;

import io.delay.job.JobExistsException;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.OutcomeUnknownException;

/**
 * Maps exceptions to the errors of responses.
 */
public final class ProblemMapper {

	private ProblemMapper() {
	}

	/**
	 * Return the error for an exception.
	 * @param exception the exception, possibly wrapped in {@link CompletionException}
	 * @return the error, {@link ProblemType#INTERNAL_ERROR} for an unexpected exception
	 */
	public static Problem problemOf(Throwable exception) {
		if (exception instanceof CompletionException && exception.getCause() != null) {
			return problemOf(exception.getCause());
		}
		if (exception instanceof ProblemException expected) {
			return expected.problem();
		}
		if (exception instanceof DataAccessException failure) {
			return ofStore(failure);
		}
		if (exception instanceof RejectedExecutionException) {
			return Problem.temporary(ProblemType.TOO_MANY_WAITING,
					"Too many requests are waiting for a thread. Nothing was changed; repeat the request later");
		}
		if (exception instanceof JobExistsException exists) {
			return ofExisting(exists);
		}
		if (exception instanceof PayloadTooLargeException) {
			return Problem.of(ProblemType.PAYLOAD_TOO_LARGE, message(exception));
		}
		if (exception instanceof IllegalArgumentException) {
			return Problem.of(ProblemType.INVALID_REQUEST, message(exception));
		}
		return Problem.of(ProblemType.INTERNAL_ERROR,
				"The request failed because of an unexpected error. The log of the server contains the cause");
	}

	private static Problem ofStore(DataAccessException failure) {
		if (failure instanceof OutcomeUnknownException unknown) {
			return Problem.of(ProblemType.OUTCOME_UNKNOWN, message(unknown)).concerning(unknown.ids());
		}
		return Problem.temporary(ProblemType.STORE_UNAVAILABLE,
				"The store could not be reached or refused the call. Repeat the request later");
	}

	private static Problem ofExisting(JobExistsException exists) {
		return Problem.of(ProblemType.JOB_EXISTS, message(exists)).concerning(exists.ids());
	}

	private static String message(Throwable exception) {
		String message = exception.getMessage();
		return (message != null) ? message : exception.getClass().getSimpleName();
	}

}
