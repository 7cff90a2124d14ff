// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.descriptor;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonWriter;

import io.delay.admin.PartlyDoneException;
import io.delay.job.PayloadTooLargeException;
import io.delay.store.OutcomeUnknownException;

/**
 * The reason why an operation failed or was only partly carried out, in the form of RFC
 * 9457 and with the names of the REST API.
 *
 * @param type the URI of the kind of problem
 * @param title a summary, the same for all problems of this kind
 * @param status the HTTP status
 * @param detail what happened and how to fix it
 * @param jobs the number of jobs that were processed before the store failed, also those
 * whose state did not permit a change; {@code null} if it is unknown
 * @param ids the ids of the jobs concerned, {@code null} if they are unknown
 */
public record Problem(String type, String title, int status, String detail, @Nullable Long jobs,
		@Nullable List<String> ids) {

	public static Problem of(Type type, String detail) {
		return new Problem(type.uri(), type.title, type.status, detail, null, null);
	}

	/** Return the problem for a failure of the store or of a check. */
	public static Problem of(RuntimeException failure) {
		String message = (failure.getMessage() != null) ? failure.getMessage() : failure.getClass().getSimpleName();
		if (failure instanceof PayloadTooLargeException) {
			return of(Type.PAYLOAD_TOO_LARGE, message);
		}
		if (failure instanceof IllegalArgumentException) {
			return of(Type.INVALID_REQUEST, message);
		}
		if (failure instanceof IllegalStateException) {
			return of(Type.CONFLICT, message);
		}
		if (failure instanceof PartlyDoneException partly) {
			Problem problem = of(Type.STORE_UNAVAILABLE, message);
			return new Problem(problem.type, problem.title, problem.status, message, partly.done(), null);
		}
		if (failure instanceof OutcomeUnknownException unknown) {
			Problem problem = of(Type.OUTCOME_UNKNOWN, message);
			return new Problem(problem.type, problem.title, problem.status, message, null, unknown.ids());
		}
		return of(Type.STORE_UNAVAILABLE, message);
	}

	/**
	 * Return the problem as JSON. Spring Boot's own mapper for endpoints does not write
	 * the content type of problems.
	 */
	public byte[] toJson() {
		// Other methods of Members have other signatures in Spring Boot 3
		JsonWriter<Problem> writer = JsonWriter.of((members) -> {
			members.add("type", this.type);
			members.add("title", this.title);
			members.add("status", this.status);
			members.add("detail", this.detail);
			members.add("jobs", this.jobs).whenNotNull();
			members.add("ids", this.ids).whenNotEmpty();
		});
		return writer.write(this).toByteArray();
	}

	/**
	 * A kind of problem.
	 */
	public enum Type {

		INVALID_REQUEST(400, "The request is invalid"),

		/** The user may not change anything. */
		FORBIDDEN(403, "The operation is not allowed"),

		UNKNOWN_PATH(404, "The path is unknown"),

		JOB_NOT_FOUND(404, "There is no such job"),

		TOPIC_NOT_FOUND(404, "There is no such topic"),

		CAUSE_NOT_FOUND(404, "There is no such cause of failures"),

		JOB_RESERVED(409, "The job is reserved"),

		/** The state of the application or of the store does not permit the operation. */
		CONFLICT(409, "The operation is not possible now"),

		PAYLOAD_TOO_LARGE(413, "The payload is too large"),

		UNSUPPORTED_MEDIA_TYPE(415, "The content type is not supported"),

		/** The store is unreachable or refused the operation. */
		STORE_UNAVAILABLE(503, "The store is unavailable"),

		/** The store did not answer, so it may have carried out the operation. */
		OUTCOME_UNKNOWN(504, "The outcome is unknown");

		private final int status;

		private final String title;

		Type(int status, String title) {
			this.status = status;
			this.title = title;
		}

		public String uri() {
			return "urn:delay:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
