// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.problem;

/**
 * The kinds of errors. Their names are stable, so that clients can rely on them.
 */
public enum ProblemType {

	/** The request cannot be understood or has an invalid value. */
	INVALID_REQUEST("invalid-request", 400, "The request is invalid"),

	/** The client is not authenticated. */
	UNAUTHENTICATED("unauthenticated", 401, "Authentication is required"),

	/** The client lacks a role. */
	FORBIDDEN("forbidden", 403, "The operation is not allowed"),

	/** There is no operation with this path. */
	UNKNOWN_PATH("unknown-path", 404, "The path is unknown"),

	/** There is no job with this id. */
	JOB_NOT_FOUND("job-not-found", 404, "There is no such job"),

	/** There is no topic with this name. */
	TOPIC_NOT_FOUND("topic-not-found", 404, "There is no such topic"),

	/** The path has no operation with this HTTP method. */
	METHOD_NOT_ALLOWED("method-not-allowed", 405, "The method is not allowed"),

	/** The client accepts no content type in which the response is available. */
	NOT_ACCEPTABLE("not-acceptable", 406, "The response is not available in an accepted content type"),

	/** The id already exists, and the client has requested an error in this case. */
	JOB_EXISTS("job-exists", 409, "The job already exists"),

	/** The job was not changed because a consumer holds it. */
	JOB_RESERVED("job-reserved", 409, "The job is reserved"),

	/** The job was not changed because it has failed permanently. */
	JOB_FAILED("job-failed", 409, "The job has failed"),

	/** The lease is no longer valid, so nothing was changed. */
	LEASE_LOST("lease-lost", 409, "The lease is no longer valid"),

	/** The body is larger than allowed. */
	REQUEST_TOO_LARGE("request-too-large", 413, "The request is too large"),

	/** A payload is larger than allowed. */
	PAYLOAD_TOO_LARGE("payload-too-large", 413, "The payload is too large"),

	/** The body is not JSON. */
	UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The content type is not supported"),

	/** An unexpected error, which is a defect. */
	INTERNAL_ERROR("internal-error", 500, "An unexpected error has occurred"),

	/** Too many reserves are waiting for jobs. */
	TOO_MANY_WAITING("too-many-waiting", 503, "Too many requests are waiting"),

	/** The bodies of the requests that are being processed occupy all memory for them. */
	SERVER_BUSY("server-busy", 503, "The server is busy"),

	/** The keys with which tokens are checked cannot be fetched. */
	IDENTITY_PROVIDER_UNAVAILABLE("identity-provider-unavailable", 503, "The identity provider is unavailable"),

	/** The store cannot be reached. */
	STORE_UNAVAILABLE("store-unavailable", 503, "The store is unavailable"),

	/** It is unknown whether a change was carried out. */
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

	/**
	 * Return the HTTP status.
	 * @return the status code
	 */
	public int status() {
		return this.status;
	}

	/** Return a summary, the same for all errors of this kind. */
	public String title() {
		return this.title;
	}

}
