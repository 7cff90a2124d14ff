// SPDX-License-Identifier: Apache-2.0

package io.delay.rest;

import java.time.Duration;

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
 * Reads actions on leases from the body of a request.
 */
final class LeaseActionReader {

	private static final int MAX_TOKEN_LENGTH = 300;

	private LeaseActionReader() {
	}

	/**
	 * Read an action on one lease.
	 * @param object the object, which has no unknown fields
	 */
	static LeaseAction read(LeaseActionKind action, String topic, JsonObject object) {
		Lease lease = new Lease(JobRules.checkTopic(topic), JobRules.checkStoredId(object.requiredText("id")),
				token(object.place(), object.requiredText("token")));
		return switch (action) {
			case ACK -> new LeaseAction.Settle(new Settlement.Ack(lease));
			case RELEASE -> new LeaseAction.Settle(new Settlement.Release(lease, orZero(object.duration("delay"))));
			case FAIL -> new LeaseAction.Settle(
					new Settlement.Fail(lease, reason(lease, object.requiredText("error")), object.duration("delay")));
			case BURY ->
				new LeaseAction.Settle(new Settlement.Bury(lease, reason(lease, object.requiredText("reason"))));
			case TOUCH -> new LeaseAction.Extend(new Touch(lease, required(object)));
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

	private static Duration required(JsonObject object) {
		Duration ttr = object.duration("ttr");
		if (ttr == null) {
			throw ProblemException
				.invalid("Field '" + object.place() + ".ttr' is missing. Add it; nothing was changed");
		}
		return ttr;
	}

	// The consumer has failed, so the failure names its host instead of this server's
	private static FailureReason reason(Lease lease, String error) {
		return new FailureReason(error, LeaseTokens.hostOf(lease.token()));
	}

}
