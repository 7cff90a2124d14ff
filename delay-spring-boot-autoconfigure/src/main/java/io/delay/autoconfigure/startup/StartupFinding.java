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

/**
 * Something that will hurt.
 *
 * @param text what it is and what to change
 * @param lasting whether it stays until somebody changes something; a start does not fail
 * for what may pass
 */
record StartupFinding(String text, boolean lasting) {

	// Of an inspection that broke, which says nothing about whether something will hurt.
	static StartupFinding notChecked(RuntimeException failure) {
		return new StartupFinding("A part of the start-up check cannot be made: " + failure.getMessage(), false);
	}

}
