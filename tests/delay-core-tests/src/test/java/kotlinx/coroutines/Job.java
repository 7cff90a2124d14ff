// SPDX-License-Identifier: Apache-2.0

package kotlinx.coroutines;

import java.util.concurrent.CompletableFuture;

/**
 * Stands for the interface of this name in Kotlin's coroutines, which are not on the
 * class path.
 */
public interface Job {

	CompletableFuture<?> future();

}
