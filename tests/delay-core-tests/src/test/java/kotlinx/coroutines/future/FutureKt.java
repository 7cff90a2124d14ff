// SPDX-License-Identifier: Apache-2.0

package kotlinx.coroutines.future;

import java.util.concurrent.CompletableFuture;

import kotlinx.coroutines.Job;

/**
 * Stands for the class of this name in Kotlin's coroutines.
 */
public final class FutureKt {

	private FutureKt() {
	}

	public static CompletableFuture<?> asCompletableFuture(Job job) {
		return job.future();
	}

}
