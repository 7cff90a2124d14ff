// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Distinguishes a store that is temporarily unavailable from other failures.
 */
public final class StoreFailures {

	private StoreFailures() {
	}

	public static boolean isTemporary(Throwable failure) {
		return failure instanceof DataAccessResourceFailureException || failure instanceof TransientDataAccessException
				|| failure instanceof RecoverableDataAccessException;
	}

}
