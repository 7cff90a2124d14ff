// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.dao.DataAccessException;

import io.delay.actuate.request.Problem;
import io.delay.actuate.request.ProblemException;
import io.delay.admin.PartlyDoneException;
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
			return answer(new Problem(ex.kind(), message(ex)));
		}
		catch (IllegalArgumentException ex) {
			return answer(new Problem(Problem.Kind.BAD_REQUEST, message(ex)));
		}
		catch (IllegalStateException ex) {
			return answer(new Problem(Problem.Kind.CONFLICT, message(ex)));
		}
		catch (DataAccessException ex) {
			logger.debug("An operation of the endpoint 'delay' failed", ex);
			return answer(problem(ex));
		}
	}

	private static Problem problem(DataAccessException ex) {
		if (ex instanceof PartlyDoneException partly) {
			return new Problem(Problem.Kind.PARTLY_DONE, message(ex), partly.done());
		}
		if (ex instanceof OutcomeUnknownException) {
			return new Problem(Problem.Kind.OUTCOME_UNKNOWN, message(ex));
		}
		return new Problem(Problem.Kind.STORE_UNAVAILABLE, "The store failed: " + message(ex));
	}

	private static WebEndpointResponse<Object> answer(Problem problem) {
		return new WebEndpointResponse<>(problem, problem.problem().status());
	}

	private static String message(RuntimeException ex) {
		return (ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getSimpleName();
	}

}
