// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.MethodClassKey;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.Assert;
import org.springframework.util.StringValueResolver;

import io.delay.template.AfterCommitOperations;
import io.delay.template.DelayOperations;

/**
 * Reads the annotations of methods once, and gives their operations access to the bean
 * factory.
 */
final class SubmitOperations implements BeanFactoryAware, EmbeddedValueResolverAware {

	private final Map<MethodClassKey, OfMethod> operations = new ConcurrentHashMap<>();

	private StringValueResolver resolver = (value) -> value;

	private @Nullable BeanFactory beanFactory;

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public void setEmbeddedValueResolver(StringValueResolver resolver) {
		this.resolver = resolver;
	}

	/**
	 * Return the operations of a method.
	 * @param type the class of the bean
	 * @throws InvalidSubmitMethodException if an annotation of the method is invalid
	 */
	OfMethod of(Method method, Class<?> type) {
		MethodClassKey key = new MethodClassKey(method, type);
		OfMethod known = this.operations.get(key);
		if (known != null) {
			return known;
		}
		OfMethod read = new OfMethod(
				SubmitMethods.annotations(method, DelayCancel.class)
					.stream()
					.map((annotation) -> new CancelReader(annotation, attributes("@DelayCancel", method, type)).read())
					.toList(),
				SubmitMethods.annotations(method, DelaySubmit.class)
					.stream()
					.map((annotation) -> new SubmitReader(annotation, attributes("@DelaySubmit", method, type)).read())
					.toList());
		this.operations.put(key, read);
		return read;
	}

	private AttributeReader attributes(String annotation, Method method, Class<?> type) {
		return new AttributeReader(annotation, method, type, this.resolver);
	}

	/**
	 * Create the context in which the expressions are evaluated.
	 * @param result the value that the method returned
	 */
	EvaluationContext context(MethodCall call, @Nullable Object result) {
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(call, call.method(), call.args(),
				AttributeReader.PARAMETER_NAMES);
		context.setBeanResolver(new BeanFactoryResolver(beanFactory()));
		if (call.method().getReturnType() != void.class) {
			// Loads the arguments, so that none with the same name replaces the result
			context.lookupVariable("a0");
			context.setVariable(AttributeReader.RESULT,
					(result instanceof Optional<?> optional) ? optional.orElse(null) : result);
		}
		return context;
	}

	// The template is looked up here instead of injected, because proxies are created
	// before the template
	AfterCommitOperations withCommit() {
		return beanFactory().getBean(DelayOperations.class).withCommit();
	}

	private BeanFactory beanFactory() {
		Assert.state(this.beanFactory != null, "The bean factory is not set");
		return this.beanFactory;
	}

	/**
	 * The operations of a method.
	 *
	 * @param cancels the jobs to cancel
	 * @param submits the jobs to submit
	 */
	record OfMethod(List<CancelOperation> cancels, List<SubmitOperation> submits) {

	}

}
