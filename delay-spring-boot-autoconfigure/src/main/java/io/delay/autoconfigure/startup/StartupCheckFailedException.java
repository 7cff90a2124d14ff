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

package io.delay.autoconfigure.startup;

import java.util.List;

/**
 * Thrown at start-up when the start-up check has found a problem and is configured to
 * make start-up fail.
 */
class StartupCheckFailedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<String> findings;

	StartupCheckFailedException(List<String> findings) {
		super("The start-up check has found problems: " + String.join("; ", findings));
		this.findings = List.copyOf(findings);
	}

	List<String> findings() {
		return this.findings;
	}

}
