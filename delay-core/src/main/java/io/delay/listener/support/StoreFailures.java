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

package io.delay.listener.support;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Distinguishes failures of the store.
 */
public final class StoreFailures {

	private StoreFailures() {
	}

	/**
	 * Whether the store is temporarily unavailable, so that a later call can succeed.
	 * @param failure the failure of a call
	 * @return {@code false} if the store has refused the call
	 */
	public static boolean isTemporary(Throwable failure) {
		return failure instanceof DataAccessResourceFailureException || failure instanceof TransientDataAccessException
				|| failure instanceof RecoverableDataAccessException;
	}

}
