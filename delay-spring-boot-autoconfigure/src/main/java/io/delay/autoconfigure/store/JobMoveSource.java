// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

import io.delay.move.MoveStore;

/**
 * Opens the store from which jobs are moved, which needs connections only during the
 * move.
 */
@FunctionalInterface
interface JobMoveSource {

	/**
	 * Open the store.
	 * @return the store, to be closed after the move
	 */
	Opened open();

	/**
	 * A store that was opened for a move.
	 *
	 * @param closing closes what was opened for the move alone
	 */
	record Opened(MoveStore store, Runnable closing) implements AutoCloseable {

		@Override
		public void close() {
			this.closing.run();
		}

	}

}
