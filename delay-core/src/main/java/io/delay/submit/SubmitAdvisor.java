// SPDX-License-Identifier: Apache-2.0

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
