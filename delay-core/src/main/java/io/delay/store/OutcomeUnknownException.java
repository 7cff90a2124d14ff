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

package io.delay.store;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Thrown when a change was sent to the store and no answer came: it may have been carried
 * out or not. It is never repeated on its own.
 *
 * @since 0.1.0
 */
public class OutcomeUnknownException extends DataAccessResourceFailureException {

	private final List<String> topics;

	private final List<String> ids;

	/**
	 * Create the exception.
	 * @param message what happened, and what to do
	 * @param topics the topics of the jobs
	 * @param ids the ids of the jobs
	 * @param cause what went wrong
	 */
	public OutcomeUnknownException(String message, List<String> topics, List<String> ids, @Nullable Throwable cause) {
		super(message, cause);
		this.topics = List.copyOf(topics);
		this.ids = List.copyOf(ids);
	}

	/**
	 * The topics concerned, each once.
	 * @return the topics
	 */
	public List<String> topics() {
		return this.topics;
	}

	/**
	 * The ids of the jobs concerned.
	 * @return the ids
	 */
	public List<String> ids() {
		return this.ids;
	}

}
