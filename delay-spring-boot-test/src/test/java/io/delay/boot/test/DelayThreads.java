// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.util.List;

/**
 * The threads of Delay in this JVM.
 */
final class DelayThreads {

	private DelayThreads() {
	}

	static List<String> running() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("delay-"))
			.toList();
	}

}
