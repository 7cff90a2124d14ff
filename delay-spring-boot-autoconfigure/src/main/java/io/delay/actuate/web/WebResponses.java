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
			return answer(Problem.of(ex.type(), String.valueOf(ex.getMessage())));
		}
		catch (IllegalArgumentException | IllegalStateException | DataAccessException ex) {
			logger.debug("An operation of the endpoint 'delay' failed", ex);
			return answer(Problem.of(ex));
		}
	}

	private static WebEndpointResponse<Object> answer(Problem problem) {
		return new WebEndpointResponse<>(problem.toJson(), problem.status(), MediaType.APPLICATION_PROBLEM_JSON);
	}

}
