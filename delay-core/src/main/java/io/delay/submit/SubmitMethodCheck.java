// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Makes the creation of a bean fail if its methods that submit or cancel jobs cannot work
 * as declared.
 */
final class SubmitMethodCheck implements SmartInstantiationAwareBeanPostProcessor {

	// The type of Kotlin's coroutines, null if they are not on the class path.
	private static final @Nullable Class<?> COROUTINE = coroutine();

	private final Set<Class<?>> typesWithout = ConcurrentHashMap.newKeySet();

	// Beans whose proxies were created early, because of a circular reference.
	private final Set<String> early = ConcurrentHashMap.newKeySet();

	private final SubmitOperations operations;

	SubmitMethodCheck(SubmitOperations operations) {
		this.operations = operations;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		methods(type).forEach((method) -> check(method, type));
		return bean;
	}

	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		checkProxy(bean);
		this.early.add(beanName);
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!this.early.remove(beanName)) {
			checkProxy(bean);
		}
		return bean;
	}

	private void checkProxy(Object bean) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
		methods(type).forEach((method) -> checkProxy(method, type, bean));
	}

	private Set<Method> methods(Class<?> type) {
		if (this.typesWithout.contains(type)) {
			return Set.of();
		}
		Set<Method> methods = SubmitMethods.of(type);
		if (methods.isEmpty()) {
			this.typesWithout.add(type);
		}
		return methods;
	}

	private void check(Method method, Class<?> type) {
		if (Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
			throw invalid(method, type, "is private or static, so a proxy cannot intercept it",
					"Make it an instance method that is not private");
		}
		if (isAsynchronous(method)) {
			throw invalid(method, type, "is asynchronous: it returns before its work is done",
					"Remove the annotation, and submit with DelayTemplate when the work is done");
		}
		this.operations.of(method, type);
	}

	private static boolean isAsynchronous(Method method) {
		Class<?> type = method.getReturnType();
		return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null
				|| KotlinDetector.isSuspendingFunction(method)
				|| (COROUTINE != null && COROUTINE.isAssignableFrom(type));
	}

	private static @Nullable Class<?> coroutine() {
		ClassLoader classLoader = SubmitMethodCheck.class.getClassLoader();
		return ClassUtils.isPresent("kotlinx.coroutines.Job", classLoader)
				? ClassUtils.resolveClassName("kotlinx.coroutines.Job", classLoader) : null;
	}

	private static void checkProxy(Method method, Class<?> type, Object bean) {
		if (!AopUtils.isAopProxy(bean)) {
			throw invalid(method, type, "has no effect because the bean has no proxy",
					"If the bean is created early, for instance because a BeanPostProcessor needs it, "
							+ "move the method to another bean");
		}
		if (AopUtils.isJdkDynamicProxy(bean) && !isDeclaredByInterface(method, type)) {
			throw invalid(method, type, "cannot be called through the bean's proxy, which implements interfaces only",
					"Declare the method in an interface of the class, or let Spring create proxies of classes");
		}
		if (AopUtils.isCglibProxy(bean) && Modifier.isFinal(method.getModifiers())) {
			throw invalid(method, type, "is final, so a proxy cannot intercept it", "Remove the modifier");
		}
	}

	private static boolean isDeclaredByInterface(Method method, Class<?> type) {
		return ClassUtils.getInterfaceMethodIfPossible(method, type).getDeclaringClass().isInterface();
	}

	private static InvalidSubmitMethodException invalid(Method method, Class<?> type, String problem, String remedy) {
		return new InvalidSubmitMethodException("Method " + type.getName() + "#" + method.getName()
				+ " has @DelaySubmit or @DelayCancel but " + problem, remedy, null);
	}

}
