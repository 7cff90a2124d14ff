// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.concurrent.CompletableFuture;

/**
 * The connection of the client that sent a request. A client that has closed it receives
 * no response, so the jobs that were reserved for it must be handed back.
 */
public interface ClientConnection {

	/**
	 * A connection that is never closed.
	 */
	ClientConnection OPEN = new ClientConnection() {

		@Override
		public boolean probe() {
			return true;
		}

		@Override
		public void onHangUp(Runnable action) {
		}

	};

	/**
	 * Check whether the client is still connected, as far as this can be detected within
	 * a second.
	 * @return {@code false} if it has closed the connection or does not read from it
	 */
	boolean probe();

	/**
	 * Set the action for the case that the client closes the connection before it has
	 * received the whole response. The action is called at most once; if the connection
	 * is already closed, it is called immediately. It can be called on any thread and
	 * must return at once. A later action replaces an earlier one.
	 */
	void onHangUp(Runnable action);

	/**
	 * Begin a wait that may take seconds. Until {@link #endWaiting()}, the connection
	 * checks whether the client is still connected, if this is possible.
	 */
	default void startWaiting() {
	}

	/**
	 * End the wait, because the response will be written. Returns at once.
	 * @return a future that is completed when the response can be written; its value is
	 * whether the status 200 was already sent
	 */
	default CompletableFuture<Boolean> endWaiting() {
		return CompletableFuture.completedFuture(false);
	}

}
