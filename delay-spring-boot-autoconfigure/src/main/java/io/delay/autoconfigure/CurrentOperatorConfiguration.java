// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

import io.delay.admin.CurrentOperator;

/**
 * Configuration that takes the current operator from Spring Security.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(SecurityContextHolder.class)
class CurrentOperatorConfiguration {

	@Bean
	@ConditionalOnMissingBean(CurrentOperator.class)
	AuthenticatedOperator delayCurrentOperator() {
		return new AuthenticatedOperator();
	}

	/**
	 * The user whom Spring Security has authenticated on the calling thread.
	 */
	static final class AuthenticatedOperator implements CurrentOperator {

		private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

		@Override
		public @Nullable String name() {
			Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
			if (authentication == null || !authentication.isAuthenticated() || this.trust.isAnonymous(authentication)) {
				return null;
			}
			return authentication.getName();
		}

	}

}
