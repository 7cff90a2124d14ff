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

package io.delay.observation;

import java.util.Locale;

/**
 * How a submit ended.
 *
 * @since 0.1.0
 */
public enum SubmitOutcome {

	/**
	 * The store returned a result for every job.
	 */
	SUCCESS,

	/**
	 * The caller received an exception that describes the failure.
	 */
	ERROR,

	/**
	 * The store did not reply, so the jobs may or may not be stored.
	 */
	UNKNOWN;

	private final String tag = name().toLowerCase(Locale.ROOT);

	/**
	 * Return the outcome as a tag value.
	 * @return the name in lower case
	 */
	public String tag() {
		return this.tag;
	}

}
