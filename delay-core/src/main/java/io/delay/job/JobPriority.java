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

package io.delay.job;

/**
 * Determines which of the ready jobs of a topic is reserved first. While jobs of several
 * priorities are ready, at least one in ten reserved jobs comes from each lower priority,
 * so that no priority starves. Priorities do not affect jobs that are not due yet.
 *
 * @since 0.1.0
 */
public enum JobPriority {

	/**
	 * Reserved before jobs of all other priorities.
	 */
	HIGH,

	/**
	 * The default priority.
	 */
	NORMAL,

	/**
	 * Reserved after jobs of all other priorities.
	 */
	LOW

}
