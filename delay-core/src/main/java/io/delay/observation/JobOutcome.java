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
 * How one delivery of a job has ended.
 *
 * @since 0.1.0
 */
public enum JobOutcome {

	/**
	 * The handler is done with the job.
	 */
	ACKED,

	/**
	 * The handler, or an interrupt when its container stopped, sent the job back to
	 * waiting; the attempt does not count.
	 */
	RELEASED,

	/**
	 * The attempt failed, the job will be delivered again.
	 */
	RETRIED,

	/**
	 * The last attempt failed, the job is buried.
	 */
	FAILED,

	/**
	 * The job was buried at once, whatever attempts were left.
	 */
	BURIED,

	/**
	 * The handler cancelled its own job; what it did afterwards changed nothing.
	 */
	CANCELLED,

	/**
	 * The handler replaced its own job, which waits again; what it did afterwards changed
	 * nothing.
	 */
	REPLACED,

	/**
	 * The store refused the settlement: the job was delivered again, or somebody other
	 * than its handler replaced or cancelled it meanwhile.
	 */
	LEASE_LOST,

	/**
	 * The container gave the job back without having started it.
	 */
	HANDED_BACK;

	private final String tag = name().toLowerCase(Locale.ROOT);

	/**
	 * The outcome as the value of a tag.
	 * @return the name in lower case
	 */
	public String tag() {
		return this.tag;
	}

}
