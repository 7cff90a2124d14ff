/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
