// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AuthenticatedName}.
 */
class AuthenticatedNameTests {

	@Test
	void requestWithoutPrincipalIsAnonymous() {
		assertThat(AuthenticatedName.of(null)).isNull();
	}

	@Test
	void principalOfTheServerIsAuthenticated() {
		assertThat(AuthenticatedName.of(() -> "alice")).isEqualTo("alice");
	}

	@Test
	void authenticatedUserHasAName() {
		assertThat(AuthenticatedName.of(new TestingAuthenticationToken("alice", "x", "ROLE_producer")))
			.isEqualTo("alice");
	}

	@Test
	void authenticatedUserWithoutANameIsUnnamed() {
		assertThat(AuthenticatedName.of(() -> null)).isEqualTo("unnamed");
	}

	@Test
	void anonymousUserOfSpringSecurityHasNone() {
		assertThat(AuthenticatedName.of(new AnonymousAuthenticationToken("key", "anonymousUser",
				AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"))))
			.isNull();
	}

	@Test
	void userThatIsNotYetAuthenticatedHasNone() {
		assertThat(AuthenticatedName.of(UsernamePasswordAuthenticationToken.unauthenticated("alice", "x"))).isNull();
	}

}
