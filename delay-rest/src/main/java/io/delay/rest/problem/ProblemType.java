// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

/**
 * The kinds of errors. Their names are stable, so that clients can rely on them.
 */
public enum ProblemType {

	INVALID_REQUEST("invalid-request", 400, "The request is invalid"),

	UNAUTHENTICATED("unauthenticated", 401, "Authentication is required"),

	FORBIDDEN("forbidden", 403, "The operation is not allowed"),

	UNKNOWN_PATH("unknown-path", 404, "The path is unknown"),

	JOB_NOT_FOUND("job-not-found", 404, "There is no such job"),

	TOPIC_NOT_FOUND("topic-not-found", 404, "There is no such topic"),

	METHOD_NOT_ALLOWED("method-not-allowed", 405, "The method is not allowed"),

	NOT_ACCEPTABLE("not-acceptable", 406, "The response is not available in an accepted content type"),

	JOB_EXISTS("job-exists", 409, "The job already exists"),

	JOB_RESERVED("job-reserved", 409, "The job is reserved"),

	JOB_FAILED("job-failed", 409, "The job has failed"),

	LEASE_LOST("lease-lost", 409, "The lease is no longer valid"),

	REQUEST_TOO_LARGE("request-too-large", 413, "The request is too large"),

	PAYLOAD_TOO_LARGE("payload-too-large", 413, "The payload is too large"),

	UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The content type is not supported"),

	INTERNAL_ERROR("internal-error", 500, "An unexpected error has occurred"),

	TOO_MANY_WAITING("too-many-waiting", 503, "Too many requests are waiting"),

	SERVER_BUSY("server-busy", 503, "The server is busy"),

	IDENTITY_PROVIDER_UNAVAILABLE("identity-provider-unavailable", 503, "The identity provider is unavailable"),

	STORE_UNAVAILABLE("store-unavailable", 503, "The store is unavailable"),

	OUTCOME_UNKNOWN("outcome-unknown", 504, "The outcome is unknown");

	private static final String PREFIX = "urn:delay:problem:";

	private final String id;

	private final int status;

	private final String title;

	ProblemType(String id, int status, String title) {
		this.id = id;
		this.status = status;
		this.title = title;
	}

	/** Return the URI that identifies the kind. */
	public String uri() {
		return PREFIX + this.id;
	}

	public int status() {
		return this.status;
	}

	/** Return a summary, the same for all errors of this kind. */
	public String title() {
		return this.title;
	}

}
