// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delay.rest.problem.ProblemException;

/**
 * The kinds of actions on a lease.
 */
enum LeaseActionKind {

	/** Acknowledge the job. */
	ACK,

	/** Release the job. */
	RELEASE("delay"),

	/** Record a failed attempt. */
	FAIL("error", "delay"),

	/** Bury the job. */
	BURY("reason"),

	/** Extend the lease. */
	TOUCH("ttr");

	private final Set<String> fields;

	private final Set<String> fieldsInBatch;

	LeaseActionKind(String... fields) {
		this.fields = union(Set.of(fields), "id", "token");
		this.fieldsInBatch = union(this.fields, "action", "topic");
	}

	private static Set<String> union(Set<String> names, String... more) {
		return Stream.concat(names.stream(), Arrays.stream(more)).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Return the fields of a request for one lease.
	 * @return the names
	 */
	Set<String> fields() {
		return this.fields;
	}

	/**
	 * Return the fields of an element of a batch.
	 * @return the names
	 */
	Set<String> fieldsInBatch() {
		return this.fieldsInBatch;
	}

	/**
	 * Return the action with a name.
	 * @param place where the name comes from
	 * @param name the name, in lower case
	 */
	static LeaseActionKind of(String place, String name) {
		return Arrays.stream(values())
			.filter((kind) -> kind.name().toLowerCase(Locale.ROOT).equals(name))
			.findFirst()
			.orElseThrow(() -> ProblemException
				.invalid("'" + place + "' is unknown. Send ack, release, fail, bury or touch; nothing was changed"));
	}

}
