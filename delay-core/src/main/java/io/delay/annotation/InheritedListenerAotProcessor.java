// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/**
 * Registers hints for the payloads of listener methods that a bean inherits from a class
 * or interface. If that type is generic, the payload type depends on the class of the
 * bean.
 */
final class InheritedListenerAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		List<Method> inherited = Stream
			.concat(ListenerMethods.of(type).keySet().stream(), FailureHandlers.methods(type).keySet().stream())
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
