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

package io.delay.submit;

import org.jspecify.annotations.Nullable;

/**
 * Thrown at start-up when a method with {@link DelaySubmit} or {@link DelayCancel} cannot
 * work as declared.
 *
 * @since 0.1.0
 */
public final class InvalidSubmitMethodException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	/**
	 * Create the exception.
	 * @param problem what is wrong, naming the class and the method; without a full stop
	 * at the end
	 * @param remedy what to change
	 * @param cause the cause, or {@code null}
	 */
	public InvalidSubmitMethodException(String problem, String remedy, @Nullable Throwable cause) {
		super(problem + ". " + remedy, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * Return what is wrong.
	 * @return the first part of the message
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Return what to change.
	 * @return the second part of the message
	 */
	public String remedy() {
		return this.remedy;
	}

}
