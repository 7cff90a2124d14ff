// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The answer to a request, or the fact that there was none.
 *
 * @param status the status, 0 if the connection broke before the answer was complete
 * @param problem the kind of the error, empty if there is none
 * @param body the body
 */
record Answer(int status, String problem, String body) {

	static final Answer LOST = new Answer(0, "", "");

	private static final Pattern JOB = Pattern.compile("\"id\":\"([^\"]+)\",\"token\":\"([^\"]+)\",\"attempt\":(\\d+)");

	private static final Pattern COUNT = Pattern.compile("\"jobs\":(\\d+)");

	private static final Pattern PROBLEM = Pattern.compile("\"type\":\"urn:delay:problem:([a-z-]+)\"");

	static Answer of(HttpResponse<String> response) {
		return new Answer(response.statusCode(), problem(response), response.body());
	}

	// Every error must be a problem of Delay, and a temporary one must say when to repeat
	private static String problem(HttpResponse<String> response) {
		if (response.statusCode() < 400) {
			return "";
		}
		Matcher type = PROBLEM.matcher(response.body());
		boolean isProblem = response.headers()
			.firstValue("Content-Type")
			.orElse("")
			.startsWith("application/problem+json");
		if (!isProblem || !type.find()) {
			return "without a problem: " + response.body();
		}
		boolean isComplete = response.statusCode() != 503 || response.headers().firstValue("Retry-After").isPresent();
		return type.group(1) + (isComplete ? "" : " without Retry-After");
	}

	boolean isLost() {
		return this.status == 0;
	}

	boolean isDone() {
		return this.status >= 200 && this.status < 300;
	}

	/**
	 * Return the leases of a reserve.
	 */
	List<Lease> leases() {
		return JOB.matcher(this.body).results().map(Lease::of).toList();
	}

	/**
	 * Return the number that a hand-back returns.
	 */
	int count() {
		Matcher count = COUNT.matcher(this.body);
		if (!count.find()) {
			throw new IllegalStateException("No count in " + this);
		}
		return Integer.parseInt(count.group(1));
	}

	@Override
	public String toString() {
		return isLost() ? "lost" : (this.status + " " + this.problem).strip();
	}

	/**
	 * A delivery.
	 *
	 * @param id the id of the job
	 * @param token the token
	 * @param attempt the number of the attempt
	 */
	record Lease(String id, String token, int attempt) {

		private static Lease of(MatchResult match) {
			return new Lease(match.group(1), match.group(2), Integer.parseInt(match.group(3)));
		}

	}

}
