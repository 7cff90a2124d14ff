// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet.filter;

import java.io.IOException;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.ServletServerHttpResponse;

import io.delay.rest.http.RestAnswer;
import io.delay.rest.problem.Problem;

/**
 * Writes complete responses to a servlet container.
 */
public final class ServletAnswer {

	private ServletAnswer() {
	}

	public static void write(Problem problem, HttpServletResponse response) throws IOException {
		write(RestAnswer.problem(problem), response);
	}

	public static void write(ResponseEntity<?> entity, HttpServletResponse response) throws IOException {
		try (ServletServerHttpResponse output = new ServletServerHttpResponse(response)) {
			output.setStatusCode(entity.getStatusCode());
			entity.getHeaders().forEach((name, values) -> output.getHeaders().put(name, values));
			if (entity.getBody() instanceof byte[] body) {
				output.getHeaders().setContentLength(body.length);
				output.getBody().write(body);
			}
			// Otherwise a failed write could go unnoticed
			output.flush();
		}
	}

}
