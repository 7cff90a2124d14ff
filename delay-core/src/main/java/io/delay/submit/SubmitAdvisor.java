// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.util.Objects;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Carries out the operations of the methods that submit or cancel jobs.
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
	private static final class SubmitPointcut extends StaticMethodMatcherPointcut {

		SubmitPointcut() {
			setClassFilter(SubmitMethods::isCandidate);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return SubmitMethods.isAnnotated(AopUtils.getMostSpecificMethod(method, targetClass));
		}

	}

	/**
	 * Carries out the operations of a method once it has returned.
	 */
	private record SubmitInterceptor(SubmitOperations operations) implements MethodInterceptor {

		@Override
		public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
			Object result = invocation.proceed();
			Object target = Objects.requireNonNull(invocation.getThis());
			Class<?> targetClass = AopProxyUtils.ultimateTargetClass(target);
			Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), targetClass);
			this.operations.execute(new SubmitOperations.Call(method, invocation.getArguments(), target, targetClass),
					result);
			return result;
		}

	}

}
