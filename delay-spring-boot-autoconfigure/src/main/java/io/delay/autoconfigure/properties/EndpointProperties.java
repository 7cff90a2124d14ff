// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.util.Set;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties for Delay's actuator endpoint. Access to the endpoint is
 * configured as for every other endpoint.
 *
 * @param showPayloads When to show payloads and headers of jobs.
 * @param roles Roles that authorize a user to see payloads and headers. When empty, all
 * authenticated users are authorized.
 * @param operatorRoles Roles of the users who may change jobs and topics by HTTP. When
 * empty, all users with access to the operations may change them.
 * @since 0.1.0
 */
public record EndpointProperties(@DefaultValue("never") ShowPayloads showPayloads, @DefaultValue Set<String> roles,
		@DefaultValue Set<String> operatorRoles) {

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
