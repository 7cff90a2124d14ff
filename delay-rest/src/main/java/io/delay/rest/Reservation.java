// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.UUID;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.delay.rest.json.JsonObject;
import io.delay.rest.problem.ProblemException;

/**
 * Identifies one reserve of a client. The token of the leases consists of both values, so
 * a client that has not received the response can still hand back the jobs.
 *
 * @param consumer the name of the client
 * @param name the name of the reserve, which the client must not use for another one
 */
record Reservation(String consumer, String name) {

	private static final String ANONYMOUS = "rest";

	private static final Pattern CONSUMER = Pattern.compile("[A-Za-z0-9._-]{1,100}");

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{16,100}");

	static Reservation read(JsonObject body) {
		return new Reservation(
				check("consumer", body.text("consumer"), CONSUMER, ANONYMOUS,
						"Send 1 to 100 characters of A-Z a-z 0-9 . _ -"),
				check("reservation", body.text("reservation"), NAME, UUID.randomUUID().toString(),
						"Send a new UUID with each reserve, or 16 to 100 characters of A-Z a-z 0-9 . _ -"));
	}

	private static String check(String field, @Nullable String value, Pattern pattern, String fallback, String remedy) {
		if (value == null) {
			return fallback;
		}
		if (!pattern.matcher(value).matches()) {
			throw ProblemException.invalid("'$." + field + "' is invalid. " + remedy + "; nothing was changed");
		}
		return value;
	}

	/**
	 * Return the part of the token that is the same for all reserves of the client.
	 * @return the part before the name of the reserve
	 */
	String poller() {
		return this.consumer + "/rest";
	}

	String token() {
		return poller() + ":" + this.name;
	}

}
