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

package io.delay.submit;

import java.lang.reflect.Method;

import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Applies the {@link SubmitInterceptor} to the methods of the {@link SubmitPointcut}.
 */
final class SubmitAdvisor extends DefaultPointcutAdvisor {

	SubmitAdvisor(SubmitOperations operations) {
		super(new SubmitPointcut(), new SubmitInterceptor(operations));
	}

	/**
	 * Matches the methods that submit or cancel jobs. It does not read the attributes of
	 * their annotations, because placeholders cannot be resolved when an application is
	 * processed ahead of time.
	 */
	static final class SubmitPointcut extends StaticMethodMatcherPointcut {

		SubmitPointcut() {
			setClassFilter(SubmitMethods::isCandidate);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return SubmitMethods.isAnnotated(AopUtils.getMostSpecificMethod(method, targetClass));
		}

	}

}
