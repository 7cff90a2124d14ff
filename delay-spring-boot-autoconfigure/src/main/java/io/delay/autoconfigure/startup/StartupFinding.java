// SPDX-License-Identifier: Apache-2.0

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

	static List<StartupFinding> all(List<String> texts, boolean lasting) {
		return texts.stream().map((text) -> new StartupFinding(text, lasting)).toList();
	}

	// Not lasting, because a failed inspection does not prove that there is a problem.
	static StartupFinding notChecked(RuntimeException failure) {
		return new StartupFinding("A part of the start-up check failed: " + failure.getMessage(), false);
	}

}
