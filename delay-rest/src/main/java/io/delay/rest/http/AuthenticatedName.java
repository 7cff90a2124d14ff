// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.security.Principal;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.util.ClassUtils;

/**
 * Determines who sent a request.
 */
public final class AuthenticatedName {

	private static final boolean SECURITY = ClassUtils.isPresent("org.springframework.security.core.Authentication",
			AuthenticatedName.class.getClassLoader());

	private AuthenticatedName() {
	}

	/**
	 * Return the name of an authenticated client.
	 * @param principal the principal of the request, {@code null} if it has none
	 * @return the name, {@code null} if the client is anonymous. A client without a name
	 * is {@code unnamed}
	 */
	public static @Nullable String of(@Nullable Principal principal) {
		if (principal == null || (SECURITY && SpringSecurity.isAnonymous(principal))) {
			return null;
		}
		// A bearer token without a subject has no name on Spring Security 6
		return (principal.getName() != null) ? principal.getName() : "unnamed";
	}

	/**
	 * Loaded only if Spring Security is on the class path.
	 */
	private static final class SpringSecurity {

		private SpringSecurity() {
		}

		static boolean isAnonymous(Principal principal) {
			return principal instanceof Authentication authentication
					&& (!authentication.isAuthenticated() || authentication instanceof AnonymousAuthenticationToken);
		}

	}

}
