/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why an operation was not carried out, or not to its end.
 *
 * @param problem what kind of problem it is
 * @param message what happened and how to mend it
 * @param jobs how many jobs were changed before, {@code null} if none were
 */
record Problem(Kind problem, String message, @Nullable Long jobs) implements OperationResponseBody {

	Problem(Kind problem, String message) {
		this(problem, message, null);
	}

	/**
	 * A kind of problem.
	 */
	enum Kind {

		/** What was asked for cannot be. */
		BAD_REQUEST(400),

		/** What was asked for does not exist. */
		NOT_FOUND(404),

		/** The application, or what is kept in the store, is in no state for it. */
		CONFLICT(409),

		/** The store cannot be reached or refuses. */
		STORE_UNAVAILABLE(503),

		/** The store failed when some jobs were changed already. */
		PARTLY_DONE(503),

		/** The store gave no answer, so it may have changed something. */
		OUTCOME_UNKNOWN(504);

		private final int status;

		Kind(int status) {
			this.status = status;
		}

		int status() {
			return this.status;
		}

	}

}
