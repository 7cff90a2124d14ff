// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Requests ready jobs of one topic.
 *
 * @param token the token of the leases, which must not have been used before; see
 * {@link LeaseTokens}
 * @param limit the maximum number of jobs to return, 1 to {@value #MAX_LIMIT}
 * @param terms the TTR and the maximum number of attempts for jobs that do not set them
 * @param mode when attempts start to count, and whether an isolated job may be returned
 * @param lookAhead which jobs may be returned before they are due, in addition to all
 * ready jobs
 * @since 0.1.0
 */
public record ReserveRequest(String topic, String token, int limit, ReserveTerms terms, ReserveMode mode,
		LookAhead lookAhead) {

	/**
	 * The maximum number of jobs per call.
	 */
	public static final int MAX_LIMIT = 500;

	/**
	 * The maximum total payload size per call, in bytes, unless the first job alone
	 * exceeds it.
	 */
	public static final int MAX_PAYLOAD_BYTES = 256 * 1024;

	public ReserveRequest {
		JobRules.checkTopic(topic);
		Assert.hasText(token, "'token' must not be empty");
		Assert.isTrue(token.chars().noneMatch((character) -> character == ';' || Character.isWhitespace(character)),
				"'token' must not contain semicolons or white space");
		Assert.isTrue(limit >= 1 && limit <= MAX_LIMIT, () -> "Limit " + limit + " must be 1 to " + MAX_LIMIT);
		Assert.notNull(terms, "'terms' must not be null");
		Assert.notNull(mode, "'mode' must not be null");
		Assert.notNull(lookAhead, "'lookAhead' must not be null");
		Assert.isTrue(lookAhead.isNone() || mode.isStartsReported(),
				"Jobs can be returned before they are due only if the caller reports that handlers have started");
	}

	/**
	 * Create a request that returns no job before it is due.
	 * @param token the token of the leases, which must not have been used before
	 * @param limit the maximum number of jobs to return, 1 to {@value #MAX_LIMIT}
	 * @param terms the TTR and the maximum number of attempts for jobs that do not set
	 * them
	 * @param mode when attempts start to count, and whether an isolated job may be
	 * returned
	 */
	public ReserveRequest(String topic, String token, int limit, ReserveTerms terms, ReserveMode mode) {
		this(topic, token, limit, terms, mode, LookAhead.NONE);
	}

	/**
	 * Create a request in mode {@link ReserveMode#PULL}.
	 * @param token the token of the leases, which must not have been used before
	 * @param limit the maximum number of jobs to return, 1 to {@value #MAX_LIMIT}
	 * @param terms the TTR and the maximum number of attempts for jobs that do not set
	 * them
	 */
	public ReserveRequest(String topic, String token, int limit, ReserveTerms terms) {
		this(topic, token, limit, terms, ReserveMode.PULL);
	}

}
