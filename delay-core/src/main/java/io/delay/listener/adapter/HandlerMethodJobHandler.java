// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.CoroutinesUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.listener.JobHandler;
import io.delay.listener.UnprocessableJobException;
import io.delay.store.ReservedJob;

/**
 * Handles jobs by calling a method of a bean. If an argument cannot be resolved, the job
 * is unprocessable. Exceptions of the method are passed on unchanged.
 */
final class HandlerMethodJobHandler extends InvocableHandlerMethod implements JobHandler {

	private final Class<?> targetType;

	private final Method invocableMethod;

	// The method by which Kotlin passes default arguments, null if there is none. Its
	// parameters are the bean, the arguments, a mask of those that are missing, and null.
	private final @Nullable Method methodWithDefaults;

	private final String description;

	private final Class<?> resultType;

	private final boolean suspending;

	// Null if the declared type of the results is not asynchronous.
	private final @Nullable AsyncResultAdapter asyncResults;

	HandlerMethodJobHandler(Object bean, Method method, HandlerMethodArgumentResolverComposite resolvers) {
		super(bean, method);
		this.targetType = ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(bean));
		this.description = describe(this.targetType, method);
		this.invocableMethod = invocableMethod(bean, method);
		this.methodWithDefaults = methodWithDefaults(bean, method);
		this.suspending = KotlinDetector.isSuspendingFunction(method);
		this.resultType = ResolvableType.forMethodReturnType(method, this.targetType).resolve(method.getReturnType());
		this.asyncResults = AsyncResultAdapter.of(this.resultType);
		ReflectionUtils.makeAccessible(this.invocableMethod);
		setMessageMethodArgumentResolvers(resolvers);
	}

	static String describe(MethodParameter parameter) {
		return "parameter " + (parameter.getParameterIndex() + 1) + " of "
				+ describe(parameter.getContainingClass(), Objects.requireNonNull(parameter.getMethod()));
	}

	private static String describe(Class<?> type, Method method) {
		return Arrays.stream(method.getParameterTypes())
			.filter((parameter) -> !parameter.getName().equals(JobArgumentResolver.CONTINUATION))
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", ", type.getSimpleName() + "#" + method.getName() + "(", ")"));
	}

	private Method invocableMethod(Object bean, Method method) {
		int modifiers = method.getModifiers();
		if (AopUtils.isCglibProxy(bean) && !Modifier.isStatic(modifiers)) {
			// A CGLIB proxy cannot override a private or final method. The call would run
			// on the proxy itself, whose fields are not set
			if (Modifier.isPrivate(modifiers)) {
				throw new InvalidListenerException(
						"Listener method " + this.description
								+ " is private, and its bean has a proxy, which cannot delegate the call to the bean",
						"Remove 'private' from the method, or move it to a bean without a proxy");
			}
			if (Modifier.isFinal(modifiers)) {
				throw new InvalidListenerException(
						"Listener method " + this.description
								+ " is final, and its bean has a proxy, which cannot delegate the call to the bean",
						"Remove 'final' from the method ('open' in Kotlin), or move it to a bean without a proxy");
			}
		}
		try {
			return AopUtils.selectInvocableMethod(method, bean.getClass());
		}
		catch (IllegalStateException ex) {
			throw new InvalidListenerException("Listener method " + this.description
					+ " cannot be called through the proxy of its bean, because no interface of the bean declares it",
					"Declare the method in an interface of the bean, or have Spring proxy the class, "
							+ "for instance with proxyTargetClass=true (the default of Spring Boot)",
					ex);
		}
	}

	private static @Nullable Method methodWithDefaults(Object bean, Method method) {
		Class<?> type = method.getDeclaringClass();
		List<Class<?>> parameters = new ArrayList<>(List.of(method.getParameterTypes()));
		parameters.add(0, type);
		parameters.add(int.class);
		parameters.add(Object.class);
		Method found = ReflectionUtils.findMethod(type, method.getName() + "$default",
				parameters.toArray(Class<?>[]::new));
		if (found == null || !Modifier.isStatic(found.getModifiers()) || !type.isInstance(bean)) {
			return null;
		}
		ReflectionUtils.makeAccessible(found);
		return found;
	}

	// The inherited method returns the class of the bean. If that is a JDK proxy, the
	// type variables of the target cannot be resolved
	@Override
	protected Class<?> getContainingClass() {
		return this.targetType;
	}

	@Override
	public void handle(ReservedJob job, JobContext context) throws Exception {
		CompletionStage<?> result = handleAsync(job, context);
		if (result != null) {
			result.toCompletableFuture().get();
		}
	}

	@Override
	public @Nullable CompletionStage<?> handleAsync(ReservedJob job, JobContext context) throws Exception {
		return asyncResult(doInvoke(getMethodArgumentValues(new JobMessage(job, context))));
	}

	// Returns null if the work has ended. Waits for a Future that is not a stage.
	@Nullable CompletionStage<?> asyncResult(@Nullable Object result) throws Exception {
		if (result == null) {
			return null;
		}
		// The declared type may be a supertype, such as Object
		AsyncResultAdapter adapter = (this.asyncResults != null) ? this.asyncResults
				: AsyncResultAdapter.of(result.getClass());
		if (adapter != null) {
			return adapter.adapt(result);
		}
		if (result instanceof Future<?> future) {
			future.get();
		}
		return null;
	}

	// The declared type of the results. Type variables are resolved.
	Class<?> resultType() {
		return this.resultType;
	}

	boolean isSuspending() {
		return this.suspending;
	}

	// According to the declared type of the results.
	@Override
	public boolean isAsync() {
		return this.suspending || this.asyncResults != null;
	}

	// Unlike the overridden method, this method keeps the arguments out of exception
	// messages.
	@Override
	protected @Nullable Object doInvoke(@Nullable Object... arguments) throws Exception {
		if (this.suspending) {
			return CoroutinesUtils.invokeSuspendingFunction(this.invocableMethod, getBean(), arguments);
		}
		try {
			int missing = 0;
			for (int i = 0; i < arguments.length; i++) {
				missing |= (arguments[i] == null) ? 1 << i : 0;
			}
			if (missing != 0 && this.methodWithDefaults != null) {
				return this.methodWithDefaults.invoke(null, withMask(arguments, missing));
			}
			return this.invocableMethod.invoke(getBean(), arguments);
		}
		catch (IllegalArgumentException ex) {
			throw new UnprocessableJobException("The arguments do not fit the parameters of " + this);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowException(ex.getTargetException());
			throw ex;
		}
	}

	private @Nullable Object[] withMask(@Nullable Object[] arguments, int missing) {
		List<@Nullable Object> all = new ArrayList<>();
		all.add(getBean());
		for (int i = 0; i < arguments.length; i++) {
			Class<?> type = this.invocableMethod.getParameterTypes()[i];
			// A primitive parameter cannot be null, and its default replaces any value
			all.add((arguments[i] == null && type.isPrimitive()) ? Array.get(Array.newInstance(type, 1), 0)
					: arguments[i]);
		}
		all.add(missing);
		all.add(null);
		return all.toArray();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return super.equals(other);
	}

	@Override
	public int hashCode() {
		return super.hashCode();
	}

	@Override
	public String toString() {
		return this.description;
	}

}
