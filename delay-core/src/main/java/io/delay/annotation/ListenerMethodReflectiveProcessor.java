// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.MessageMappingReflectiveProcessor;

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

	/**
	 * Register hints for the payload of a method.
	 * @param hints the hints to add to
	 * @param type the class of the bean, used to resolve type variables
	 */
	void registerPayloadHints(ReflectionHints hints, Method method, Class<?> type) {
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

}
