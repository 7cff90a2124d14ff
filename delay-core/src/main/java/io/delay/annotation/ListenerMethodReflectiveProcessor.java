// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.MessageMappingReflectiveProcessor;
import org.springframework.util.ClassUtils;

import io.delay.listener.JobContext;
import io.delay.store.JobFailures;

/**
 * Registers the hints that a listener method needs in a native image, for calling it and
 * for reading its payload.
 */
final class ListenerMethodReflectiveProcessor extends MessageMappingReflectiveProcessor {

	private final BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();

	@Override
	protected void registerParameterHints(ReflectionHints hints, Method method) {
		registerPayloadHints(hints, method, method.getDeclaringClass());
	}

	// The class of the bean is used to resolve type variables
	private void registerPayloadHints(ReflectionHints hints, Method method, Class<?> type) {
		List<Type> payloads = new ArrayList<>();
		for (int i = 0; i < method.getParameterCount(); i++) {
			MethodParameter parameter = new MethodParameter(method, i);
			if (couldBePayload(parameter) && !isListOfContexts(parameter)) {
				payloads.add(GenericTypeResolver.resolveType(parameter.getGenericParameterType(), type));
			}
		}
		this.bindings.registerReflectionHints(hints, payloads.toArray(Type[]::new));
	}

	@Override
	protected boolean couldBePayload(MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		return Message.class.isAssignableFrom(type)
				|| (super.couldBePayload(parameter) && type != JobContext.class && type != JobFailures.class);
	}

	private static boolean isListOfContexts(MethodParameter parameter) {
		return parameter.getParameterType() == List.class
				&& ResolvableType.forMethodParameter(parameter).getGeneric(0).resolve() == JobContext.class;
	}

	@Override
	protected void registerReturnValueHints(ReflectionHints hints, Method method) {
		// Return values of listener methods are ignored
	}

	/**
	 * Registers hints for the payloads of methods that a bean inherits from a class or
	 * interface. If that type is generic, the payload type depends on the class of the
	 * bean.
	 */
	static final class InheritedListeners implements BeanRegistrationAotProcessor {

		@Override
		public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
			Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
			List<Method> inherited = ListenerMethods.of(type)
				.all()
				.filter((method) -> method.getDeclaringClass() != type)
				.toList();
			if (inherited.isEmpty()) {
				return null;
			}
			return (context, code) -> {
				ReflectionHints hints = context.getRuntimeHints().reflection();
				ListenerMethodReflectiveProcessor processor = new ListenerMethodReflectiveProcessor();
				inherited.forEach((method) -> processor.registerPayloadHints(hints, method, type));
			};
		}

	}

}
