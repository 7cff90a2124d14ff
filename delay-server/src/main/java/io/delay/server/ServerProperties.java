// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for the server.
 *
 * @since 0.1.0
 */
@ConfigurationProperties(prefix = "delay.server", ignoreUnknownFields = false)
public class ServerProperties {

	/**
	 * Users by name. A name with special characters needs brackets, as in
	 * "[alice@example.org]".
	 */
	private final Map<String, User> users = new LinkedHashMap<>();

	private final Jwt jwt = new Jwt();

	public Map<String, User> getUsers() {
		return this.users;
	}

	public Jwt getJwt() {
		return this.jwt;
	}

	/**
	 * A user.
	 */
	public static class User {

		/**
		 * Hash of the password, with the algorithm in braces, for instance
		 * "{bcrypt}$2a$10$...".
		 */
		private @Nullable String password;

		/** Roles of the user: producer, consumer, viewer, metrics, operator. */
		private Set<ServerRole> roles = new LinkedHashSet<>();

		public @Nullable String getPassword() {
			return this.password;
		}

		public void setPassword(@Nullable String password) {
			this.password = password;
		}

		public Set<ServerRole> getRoles() {
			return this.roles;
		}

		public void setRoles(Set<ServerRole> roles) {
			this.roles = roles;
		}

	}

	/**
	 * Bearer tokens, which spring.security.oauth2.resourceserver.jwt enables.
	 */
	public static class Jwt {

		/** Claim of the tokens that contains the roles of the client. */
		private String rolesClaim = "roles";

		public String getRolesClaim() {
			return this.rolesClaim;
		}

		public void setRolesClaim(String rolesClaim) {
			this.rolesClaim = rolesClaim;
		}

	}

}
