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
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

import io.delay.store.TopicStatus;

/**
 * What came of reading how a topic stands.
 *
 * @param status how it stands, {@code null} if that could not be read
 * @param failure why it could not be read, {@code null} if it could
 */
record ReadTopic(@Nullable TopicStatus status, @Nullable RuntimeException failure) {

	// Whether the store did not answer, rather than answer that the topic cannot be used.
	boolean isUnreachable() {
		return this.failure instanceof DataAccessResourceFailureException
				|| this.failure instanceof QueryTimeoutException;
	}

	@Nullable String problem() {
		if (this.failure == null) {
			return null;
		}
		String message = this.failure.getMessage();
		return (message != null) ? message : this.failure.getClass().getSimpleName();
	}

}
