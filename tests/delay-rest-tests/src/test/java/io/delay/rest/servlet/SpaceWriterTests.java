// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.servlet;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the threads that write to waiting connections.
 */
class SpaceWriterTests {

	@Test
	void threadInheritsNothingFromTheOneThatHandlesTheRequest() throws Exception {
		InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
		inherited.set("secret");
		SpaceWriter writers = new SpaceWriter(Duration.ofHours(1));
		try {
			CompletableFuture<Boolean> isInherited = new CompletableFuture<>();
			writers.execute(() -> isInherited.complete(inherited.get() != null));
			assertThat(isInherited.get(10, TimeUnit.SECONDS)).isFalse();
		}
		finally {
			inherited.remove();
			writers.close();
		}
	}

}
