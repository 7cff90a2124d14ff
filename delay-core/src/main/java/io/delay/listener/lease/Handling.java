// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.util.function.UnaryOperator;

/**
 * The handling of a job after its handler has returned: it has either ended, or it ends
 * later, because the handler has returned an asynchronous result.
 */
public sealed interface Handling permits HandlingResult, PendingHandling {

	// At once if the handling has ended, otherwise on the thread that ends it.
	Handling then(UnaryOperator<HandlingResult> change);

	/**
	 * Run an action once the handling has ended: immediately if it already has, otherwise
	 * on the thread that ends it. The action runs even if an earlier change of the result
	 * failed.
	 */
	Handling whenEnded(Runnable action);

}
