// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobRules;
import io.delay.rest.json.JsonObject;
import io.delay.rest.problem.ProblemException;
import io.delay.store.FailureReason;
import io.delay.store.Lease;
import io.delay.store.LeaseTokens;
import io.delay.store.Settlement;
import io.delay.store.Touch;

/**
 * An action of a consumer on a lease, as read from the body of a request.
 */
sealed interface LeaseAction {

	/** In characters. */
	int MAX_TOKEN_LENGTH = 300;

	Lease lease();

	static LeaseAction read(Kind kind, String topic, JsonObject object) {
		return readKnown(kind, topic, object.allow(kind.fields));
	}

	static LeaseAction readInBatch(JsonObject object) {
		Kind kind = Kind.of(object.place() + ".action", object.requiredText("action"));
		return readKnown(kind, object.requiredText("topic"), object.allow(kind.fieldsInBatch));
	}

	private static LeaseAction readKnown(Kind kind, String topic, JsonObject object) {
		Lease lease = new Lease(JobRules.checkTopic(topic), JobRules.checkStoredId(object.requiredText("id")),
				token(object.place(), object.requiredText("token")));
		return switch (kind) {
			case ACK -> new Settle(new Settlement.Ack(lease));
			case RELEASE -> new Settle(new Settlement.Release(lease, orZero(object.duration("delay"))));
			case FAIL -> new Settle(
					new Settlement.Fail(lease, reason(lease, object.requiredText("error")), object.duration("delay")));
			case BURY -> new Settle(new Settlement.Bury(lease, reason(lease, object.requiredText("reason"))));
			case TOUCH -> new Extend(new Touch(lease, object.requiredDuration("ttr")));
		};
	}

	// A store may use these characters to separate the token from other values
	private static String token(String place, String token) {
		if (token.isEmpty() || token.length() > MAX_TOKEN_LENGTH
				|| !token.chars().allMatch((character) -> character > ' ' && character < 0x7f && character != ';')) {
			throw ProblemException.invalid("'" + place
					+ ".token' is not a token. Send the token from the response to the reserve; nothing was changed");
		}
		return token;
	}

	private static Duration orZero(@Nullable Duration delay) {
		return (delay != null) ? delay : Duration.ZERO;
	}

	// The consumer has failed, so the failure names its host instead of this server's
	private static FailureReason reason(Lease lease, String error) {
		return new FailureReason(error, LeaseTokens.hostOf(lease.token()));
	}

	/**
	 * Ends the lease.
	 */
	record Settle(Settlement settlement) implements LeaseAction {

		@Override
		public Lease lease() {
			return this.settlement.lease();
		}

	}

	/**
	 * Extends the lease.
	 */
	record Extend(Touch touch) implements LeaseAction {

		@Override
		public Lease lease() {
			return this.touch.lease();
		}

	}

	/**
	 * The kinds of actions on a lease.
	 */
	enum Kind {

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

		Kind(String... fields) {
			this.fields = union(Set.of(fields), "id", "token");
			this.fieldsInBatch = union(this.fields, "action", "topic");
		}

		private static Set<String> union(Set<String> names, String... more) {
			return Stream.concat(names.stream(), Arrays.stream(more)).collect(Collectors.toUnmodifiableSet());
		}

		private static Kind of(String place, String name) {
			return Arrays.stream(values())
				.filter((kind) -> kind.name().toLowerCase(Locale.ROOT).equals(name))
				.findFirst()
				.orElseThrow(() -> ProblemException.invalid(
						"'" + place + "' is unknown. Send ack, release, fail, bury or touch; nothing was changed"));
		}

	}

}
