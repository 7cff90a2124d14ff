// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

import io.delay.rest.problem.Problem;
import io.delay.rest.problem.ProblemType;
import io.delay.rest.servlet.filter.ServletAnswer;

/**
 * Answers requests that Spring Security refuses. The responses are problem details, like
 * the errors of the operations.
 */
final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler {

	private final List<String> challenges;

	/**
	 * Create an instance.
	 * @param challenges the values of the headers {@code WWW-Authenticate}. Each has a
	 * header of its own, because Chromium does not ask for a password if a header begins
	 * with a scheme that it does not know
	 */
	SecurityProblems(List<String> challenges) {
		this.challenges = challenges;
	}

	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
			throws IOException {
		if (exception instanceof TokenDecoder.KeysUnavailableException) {
			ServletAnswer.write(Problem.temporary(ProblemType.IDENTITY_PROVIDER_UNAVAILABLE,
					"The bearer token could not be checked, because the keys of the identity provider could not be "
							+ "fetched. Repeat the request later; nothing was changed"),
					response);
			return;
		}
		this.challenges.forEach((challenge) -> response.addHeader(HttpHeaders.WWW_AUTHENTICATE, challenge));
		ServletAnswer.write(Problem.of(ProblemType.UNAUTHENTICATED,
				"The request has no valid credentials. Send those of a user of this server; nothing was changed"),
				response);
	}

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException exception)
			throws IOException {
		ServletAnswer.write(Problem.of(ProblemType.FORBIDDEN,
				"The user lacks the role for this operation, or the request was sent by a page of another site; "
						+ "nothing was changed"),
				response);
	}

	/**
	 * Answer a request that the firewall of Spring Security refuses, before the client is
	 * authenticated.
	 * @throws IOException if the client has hung up
	 */
	static void rejected(HttpServletResponse response) throws IOException {
		ServletAnswer.write(Problem.of(ProblemType.INVALID_REQUEST,
				"The path, the method or a header contains something that is not allowed, such as an encoded slash in the "
						+ "path. Send ids in the query string or in the body; nothing was changed"),
				response);
	}

}
