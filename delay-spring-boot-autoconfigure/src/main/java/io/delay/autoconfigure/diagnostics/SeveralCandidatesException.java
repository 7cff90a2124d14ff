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

package io.delay.autoconfigure.diagnostics;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

/**
 * Thrown at start-up when Delay needs a single bean, but several are defined and none is
 * primary. Using a default instead would silently ignore all of them.
 *
 * @since 0.1.0
 */
public final class SeveralCandidatesException extends RuntimeException {

	private final String action;

	/**
	 * Create an exception.
	 * @param type the type of the beans
	 * @param action what to do about it
	 * @param failure the exception that names the beans; not kept as the cause, because
	 * Spring Boot would analyze that exception instead
	 */
	public SeveralCandidatesException(Class<?> type, String action, NoUniqueBeanDefinitionException failure) {
		super("The application has several " + type.getSimpleName() + " beans " + failure.getBeanNamesFound()
				+ " and none is primary.");
		this.action = action;
	}

	String action() {
		return this.action;
	}

}
