// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.Set;

/**
 * Configuration properties for Delay's actuator endpoint. Access to the endpoint is
 * configured as for every other endpoint.
 *
 * @since 0.1.0
 */
public class EndpointProperties {

	/** When to show payloads and headers of jobs. */
	private ShowPayloads showPayloads = ShowPayloads.NEVER;

	/**
	 * Roles that authorize a user to see payloads and headers. When empty, all
	 * authenticated users are authorized.
	 */
	private Set<String> roles = Set.of();

	/**
	 * Roles of the users who may change jobs and topics by HTTP. When empty, all users
	 * with access to the operations may change them.
	 */
	private Set<String> operatorRoles = Set.of();

	public ShowPayloads getShowPayloads() {
		return this.showPayloads;
	}

	public void setShowPayloads(ShowPayloads showPayloads) {
		this.showPayloads = showPayloads;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

	public void setRoles(Set<String> roles) {
		this.roles = Set.copyOf(roles);
	}

	public Set<String> getOperatorRoles() {
		return this.operatorRoles;
	}

	public void setOperatorRoles(Set<String> operatorRoles) {
		this.operatorRoles = Set.copyOf(operatorRoles);
	}

	/**
	 * When payloads and headers are shown. Repeats the enum of the actuator, which may be
	 * absent from the class path.
	 */
	public enum ShowPayloads {

		/**
		 * Never show payloads.
		 */
		NEVER,

		/**
		 * Show payloads to authenticated users who have one of the roles, if any are set.
		 */
		WHEN_AUTHORIZED,

		/**
		 * Always show payloads.
		 */
		ALWAYS

	}

}
