// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

import java.util.List;
import java.util.Map;

import org.springframework.http.HttpHeaders;

/**
 * An error in a response to a client, in the form of RFC 9457.
 *
 * @param type the kind of error
 * @param detail what happened, the consequence and the remedy
 * @param ids the ids of the jobs concerned, empty if the error does not concern
 * individual jobs
 * @param headers additional HTTP headers of the response
 */
public record Problem(ProblemType type, String detail, List<String> ids, Map<String, String> headers) {

	public Problem {
		ids = List.copyOf(ids);
		headers = Map.copyOf(headers);
	}

	/**
	 * Create an error without ids and headers.
	 * @param type the kind of error
	 * @param detail what happened, the consequence and the remedy
	 */
	public static Problem of(ProblemType type, String detail) {
		return new Problem(type, detail, List.of(), Map.of());
	}

	/**
	 * Create an error after which the client should repeat the request.
	 * @param type the kind of error
	 * @param detail what happened, the consequence and the remedy
	 * @return the error, with a header that asks the client to wait for a second
	 */
	public static Problem temporary(ProblemType type, String detail) {
		return new Problem(type, detail, List.of(), Map.of(HttpHeaders.RETRY_AFTER, "1"));
	}

	/**
	 * Create the error for a client that is not authenticated. The application determines
	 * how clients are authenticated, so the header that a status of 401 needs names no
	 * registered scheme: a browser would ask for a password that no code checks.
	 * @param detail what happened, the consequence and the remedy
	 */
	public static Problem unauthenticated(String detail) {
		return new Problem(ProblemType.UNAUTHENTICATED, detail, List.of(),
				Map.of(HttpHeaders.WWW_AUTHENTICATE, "SpringSecurity realm=\"Delay\""));
	}

	/** Return the same error with the ids of the jobs concerned. */
	public Problem concerning(List<String> jobIds) {
		return new Problem(this.type, this.detail, jobIds, this.headers);
	}

}
