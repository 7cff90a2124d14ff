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
