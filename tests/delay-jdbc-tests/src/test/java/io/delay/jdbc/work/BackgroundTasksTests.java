// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the thread of the store.
 */
class BackgroundTasksTests {

	@Test
	void threadInheritsNothingFromTheOneThatUsesTheStoreFirst() throws Exception {
		InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
		inherited.set("secret");
		BackgroundTasks tasks = new BackgroundTasks(() -> {
		});
		try {
			CompletableFuture<Boolean> isInherited = new CompletableFuture<>();
			tasks.execute(() -> isInherited.complete(inherited.get() != null));
			assertThat(isInherited.get(10, TimeUnit.SECONDS)).isFalse();
		}
		finally {
			inherited.remove();
			tasks.close();
		}
	}

}
