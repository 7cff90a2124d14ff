// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the threads that call the store.
 */
class RestThreadsTests {

	@Test
	void threadInheritsNothingFromTheOneThatHandlesTheRequest() throws Exception {
		InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
		inherited.set("secret");
		RestThreads threads = new RestThreads(1);
		try {
			CompletableFuture<Boolean> isInherited = new CompletableFuture<>();
			threads.execute(() -> isInherited.complete(inherited.get() != null));
			assertThat(isInherited.get(10, TimeUnit.SECONDS)).isFalse();
		}
		finally {
			inherited.remove();
			threads.destroy();
		}
	}

}
