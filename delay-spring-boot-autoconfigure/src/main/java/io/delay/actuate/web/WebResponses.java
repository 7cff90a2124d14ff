// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;

import io.delay.actuate.descriptor.Problem;
import io.delay.actuate.request.ProblemException;
import io.delay.admin.PartlyDoneException;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.OutcomeUnknownException;

/**
 * Creates HTTP responses with the result of an operation or a description of the problem,
 * because by default Boot leaves out the messages of exceptions.
 */
public final class WebResponses {

	private static final Log logger = LogFactory.getLog(WebResponses.class);

	private WebResponses() {
	}

	public static WebEndpointResponse<Object> of(Supplier<Object> operation) {
		try {
			return new WebEndpointResponse<>(operation.get());
		}
		catch (ProblemException ex) {
			return answer(Problem.of(ex.type(), message(ex)));
		}
		catch (PayloadTooLargeException ex) {
			return answer(Problem.of(Problem.Type.PAYLOAD_TOO_LARGE, message(ex)));
		}
		catch (IllegalArgumentException ex) {
			return answer(Problem.of(Problem.Type.INVALID_REQUEST, message(ex)));
		}
		catch (IllegalStateException ex) {
			return answer(Problem.of(Problem.Type.CONFLICT, message(ex)));
		}
		catch (DataAccessException ex) {
			logger.debug("An operation of the endpoint 'delay' failed", ex);
			return answer(problem(ex));
		}
	}

	private static Problem problem(DataAccessException ex) {
		if (ex instanceof PartlyDoneException partly) {
			return Problem.of(Problem.Type.STORE_UNAVAILABLE, message(ex), partly.done(), null);
		}
		if (ex instanceof OutcomeUnknownException unknown) {
			return Problem.of(Problem.Type.OUTCOME_UNKNOWN, message(ex), null, unknown.ids());
		}
		return Problem.of(Problem.Type.STORE_UNAVAILABLE, "The store failed: " + message(ex));
	}

	private static WebEndpointResponse<Object> answer(Problem problem) {
		return new WebEndpointResponse<>(problem.toJson(), problem.status(), MediaType.APPLICATION_PROBLEM_JSON);
	}

	private static String message(RuntimeException ex) {
		return (ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getSimpleName();
	}

}
