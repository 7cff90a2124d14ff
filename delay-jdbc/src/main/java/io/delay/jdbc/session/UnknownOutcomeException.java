// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Thrown if a commit was sent but failed, so that it is unknown whether the transaction
 * was committed.
 */
public final class UnknownOutcomeException extends DataAccessResourceFailureException {

	public UnknownOutcomeException(Throwable cause) {
		super("It is unknown whether a transaction was committed", cause);
	}

}
