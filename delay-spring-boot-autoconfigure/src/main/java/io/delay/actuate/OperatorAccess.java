// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.util.Assert;

/**
 * Decides which users may change jobs and topics over HTTP.
 *
 * @since 0.1.0
 */
public final class OperatorAccess {

	private final boolean writable;

	private final Set<String> roles;

	/**
	 * Create the rules.
	 * @param writable whether the endpoint has operations that change something
	 * @param roles the roles, one of which a user needs; if empty, every user who reaches
	 * the endpoint may change something
	 */
	public OperatorAccess(boolean writable, Set<String> roles) {
		Assert.notNull(roles, "'roles' must not be null");
		this.writable = writable;
		this.roles = Set.copyOf(roles);
	}

	/**
	 * Whether a user has one of the roles, if any are required.
	 * @return {@code true} if the user may use operations that change something
	 */
	public boolean isPermitted(SecurityContext user) {
		return this.roles.isEmpty() || Show.WHEN_AUTHORIZED.isShown(user, this.roles);
	}

	/**
	 * Whether a user can change something.
	 * @return {@code true} if the endpoint has such operations and the user may use them
	 */
	public boolean isOperator(SecurityContext user) {
		return this.writable && isPermitted(user);
	}

}
