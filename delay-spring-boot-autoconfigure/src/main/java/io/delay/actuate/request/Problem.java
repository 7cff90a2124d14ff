// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The reason why an operation failed or was only partly carried out.
 *
 * @param message what happened and how to fix it
 * @param jobs the number of jobs that were processed before the store failed, also those
 * whose state did not permit a change; {@code null} unless the problem is
 * {@link Kind#PARTLY_DONE}
 */
public record Problem(Kind problem, String message, @Nullable Long jobs) implements OperationResponseBody {

	public Problem(Kind problem, String message) {
		this(problem, message, null);
	}

	/**
	 * A kind of problem.
	 */
	public enum Kind {

		/** The request is invalid. */
		BAD_REQUEST(400),

		/** The user may not change anything. */
		FORBIDDEN(403),

		/** The requested topic, job or operation does not exist. */
		NOT_FOUND(404),

		/** The state of the application or of the store does not permit the operation. */
		CONFLICT(409),

		/** The body is not declared as JSON. */
		UNSUPPORTED_MEDIA_TYPE(415),

		/** The store is unreachable or refused the operation. */
		STORE_UNAVAILABLE(503),

		/** The store failed after some jobs had been processed. */
		PARTLY_DONE(503),

		/** The store did not answer, so it may have carried out the operation. */
		OUTCOME_UNKNOWN(504);

		private final int status;

		Kind(int status) {
			this.status = status;
		}

		public int status() {
			return this.status;
		}

	}

}
