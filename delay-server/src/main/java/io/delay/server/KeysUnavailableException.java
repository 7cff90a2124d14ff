// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import org.springframework.security.core.AuthenticationException;

/**
 * A bearer token could not be checked, because the keys of the identity provider could
 * not be fetched.
 */
class KeysUnavailableException extends AuthenticationException {

	KeysUnavailableException(Throwable cause) {
		super("The keys of the identity provider could not be fetched", cause);
	}

}
