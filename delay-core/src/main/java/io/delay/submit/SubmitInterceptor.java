// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.expression.EvaluationContext;

import io.delay.job.Job;
import io.delay.template.AfterCommitOperations;

/**
 * Carries out the operations of a method once it has returned.
 */
final class SubmitInterceptor implements MethodInterceptor {

	private final SubmitOperations operations;

	SubmitInterceptor(SubmitOperations operations) {
		this.operations = operations;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object result = invocation.proceed();
		Object target = Objects.requireNonNull(invocation.getThis());
		Class<?> targetClass = AopProxyUtils.ultimateTargetClass(target);
		Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), targetClass);
		MethodCall call = new MethodCall(method, invocation.getArguments(), target, targetClass);
		execute(this.operations.of(method, targetClass), this.operations.context(call, result));
		return result;
	}

	// All values are evaluated before the first operation, so that nothing is done if one
	// of them is invalid
	private void execute(SubmitOperations.OfMethod declared, EvaluationContext call) {
		List<Runnable> cancels = new ArrayList<>();
		List<Job> jobs = new ArrayList<>();
		AfterCommitOperations withCommit = this.operations.withCommit();
		declared.cancels()
			.forEach((cancel) -> cancel.evaluate(call)
				.ifPresent((id) -> cancels.add(() -> withCommit.cancel(cancel.topic(), id))));
		declared.submits().forEach((submit) -> submit.evaluate(call).ifPresent(jobs::add));
		cancels.forEach(Runnable::run);
		withCommit.submitAll(jobs);
	}

}
