// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.MethodClassKey;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.StringValueResolver;

import io.delay.template.DelayOperations;

/**
 * Reads the annotations of methods once, and carries out the operations of a method when
 * it has returned.
 */
final class SubmitOperations implements MethodInterceptor {

	private final Map<MethodClassKey, MethodOperations> operations = new ConcurrentHashMap<>();

	private final BeanFactory beanFactory;

	private final StringValueResolver resolver;

	SubmitOperations(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.resolver = AttributeReader.resolver(beanFactory);
	}

	MethodOperations of(Method method, Class<?> type) {
		MethodClassKey key = new MethodClassKey(method, type);
		MethodOperations known = this.operations.get(key);
		if (known != null) {
			return known;
		}
		MethodOperations read = read(method, type);
		this.operations.put(key, read);
		return read;
	}

	private MethodOperations read(Method method, Class<?> type) {
		OperationReader cancels = new OperationReader("@DelayCancel", method, type, this.resolver);
		OperationReader submits = new OperationReader("@DelaySubmit", method, type, this.resolver);
		return new MethodOperations(
				AttributeReader.annotations(method, DelayCancel.class).stream().map(cancels::read).toList(),
				AttributeReader.annotations(method, DelaySubmit.class).stream().map(submits::read).toList());
	}

	// The template is looked up here instead of injected, because proxies are created
	// before the template
	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object result = invocation.proceed();
		Object target = Objects.requireNonNull(invocation.getThis());
		Class<?> type = AopProxyUtils.ultimateTargetClass(target);
		Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), type);
		of(method, type).execute(context(new Call(method, invocation.getArguments(), target, type), result),
				this.beanFactory.getBean(DelayOperations.class).withCommit());
		return result;
	}

	private EvaluationContext context(Call call, @Nullable Object result) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(call, call.method(), call.args(),
				ExpressionCheck.PARAMETER_NAMES);
		context.setBeanResolver(new BeanFactoryResolver(this.beanFactory));
		if (call.method().getReturnType() != void.class) {
			// Loads the arguments, so that none with the same name replaces the result
			context.lookupVariable("a0");
			context.setVariable(MethodOperations.RESULT,
					(result instanceof Optional<?> optional) ? optional.orElse(null) : result);
		}
		return context;
	}

	/**
	 * A call of a method that has returned. It is the root object of expressions.
	 */
	record Call(Method method, Object[] args, Object target, Class<?> targetClass) {

	}

}
