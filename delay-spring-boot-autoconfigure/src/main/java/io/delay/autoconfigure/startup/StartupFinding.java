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
 * A problem that the start-up check has found.
 *
 * @param text what the problem is and what to change
 * @param lasting whether the problem remains until it is fixed and makes start-up fail if
 * the application is configured so; other problems are only logged
 */
record StartupFinding(String text, boolean lasting) {

	static List<StartupFinding> lasting(List<String> texts) {
		return texts.stream().map((text) -> new StartupFinding(text, true)).toList();
	}

	// Not lasting, because a failed inspection does not prove that there is a problem.
	static StartupFinding notChecked(RuntimeException failure) {
		return new StartupFinding("A part of the start-up check failed: " + failure.getMessage(), false);
	}

}
