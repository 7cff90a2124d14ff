// SPDX-License-Identifier: Apache-2.0

package io.delay.server;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;

import io.delay.autoconfigure.diagnostics.DelaySetupException;

/**
 * Creates the users of the server from its properties. If neither users nor bearer tokens
 * are configured, there is one user, whose password is generated and logged.
 */
final class ServerUsers {

	private static final Log logger = LogFactory.getLog(ServerUsers.class);

	private static final String GENERATED_USER = "delay";

	private static final Pattern HASH = Pattern.compile("\\{[A-Za-z0-9@_-]+}.+", Pattern.DOTALL);

	private ServerUsers() {
	}

	static List<UserDetails> of(ServerProperties properties, boolean hasTokens) {
		if (properties.getUsers().isEmpty()) {
			return hasTokens ? List.of() : List.of(generated());
		}
		return properties.getUsers().entrySet().stream().map(ServerUsers::user).toList();
	}

	private static UserDetails generated() {
		String password = UUID.randomUUID().toString();
		logger.warn("No users are configured, so this password was generated for the user '" + GENERATED_USER
				+ "', who has all roles: " + password + "\nIt is valid until the server stops. Set "
				+ "delay.server.users.<name>.password and .roles, or spring.security.oauth2.resourceserver.jwt.*");
		return user(GENERATED_USER, "{noop}" + password, Arrays.asList(ServerRole.values()));
	}

	private static UserDetails user(Map.Entry<String, ServerProperties.User> entry) {
		String name = entry.getKey();
		ServerProperties.User user = entry.getValue();
		if (user.getRoles().isEmpty()) {
			throw new DelaySetupException("User '" + name + "' of the server has no roles.", "Set delay.server.users."
					+ name + ".roles to one or more of producer, consumer, viewer, metrics and operator.");
		}
		return user(name, checkHash(name, user.getPassword()), user.getRoles());
	}

	private static String checkHash(String name, @Nullable String password) {
		if (password == null || !HASH.matcher(password).matches()) {
			throw new DelaySetupException(
					"The password of user '" + name
							+ "' of the server is missing, or is not a hash with its algorithm in braces.",
					"Set delay.server.users." + name + ".password to a hash such as {bcrypt}$2a$10$... "
							+ "Create it with 'htpasswd -nbB user password', which prints the name, a colon and the part after {bcrypt}.");
		}
		if (password.startsWith("{noop}")) {
			logger.warn("The password of user '" + name
					+ "' is stored as plain text, so anyone who can read the configuration can use it. "
					+ "Replace it with a hash such as {bcrypt}$2a$10$...");
		}
		return password;
	}

	private static UserDetails user(String name, String password, Collection<ServerRole> roles) {
		return User.withUsername(name)
			.password(password)
			.roles(roles.stream().map(ServerRole::id).toArray(String[]::new))
			.build();
	}

}
