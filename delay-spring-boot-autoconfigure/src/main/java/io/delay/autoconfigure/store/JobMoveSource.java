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
