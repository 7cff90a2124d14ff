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
 * Which of the ready jobs of a topic goes first. While jobs of several priorities are
 * ready, each of the lower ones is still handed out at least every tenth time, so that
 * nothing starves. It says nothing about jobs that are not due yet.
 *
 * @since 0.1.0
 */
public enum JobPriority {

	/**
	 * Before all others.
	 */
	HIGH,

	/**
	 * What a job has if it sets nothing.
	 */
	NORMAL,

	/**
	 * After all others.
	 */
	LOW

}
