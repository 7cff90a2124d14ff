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

package io.delay.rest.http;

/**
 * The connection of the client that sent a request. A client that has closed it receives
 * no answer, so jobs that were reserved for it have to be handed back.
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
	 * Find out whether the client is still there, as far as this can be known.
	 * @return {@code false} if it has closed the connection
	 */
	boolean probe();

	/**
	 * Set what is done once if the client closes the connection before it has received
	 * the whole answer. If it is already closed, the action is called at once. The action
	 * is called on any thread and must return at once. A later action replaces an earlier
	 * one.
	 * @param action the action
	 */
	void onHangUp(Runnable action);

	/**
	 * Begin to wait for something that may take seconds. Until the end, the connection
	 * finds out whether the client is still there, if this is possible.
	 */
	default void startWaiting() {
	}

	/**
	 * End the wait, because the answer will be written.
	 * @return whether the status of the answer, 200, was already sent
	 */
	default boolean endWaiting() {
		return false;
	}

}
