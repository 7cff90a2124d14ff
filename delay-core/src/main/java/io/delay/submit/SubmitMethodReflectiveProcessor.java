// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.annotation.ReflectiveProcessor;

/**
 * Registers reflection hints for the types of the parameters and of the return value of a
 * method, because expressions access these values, which may also be payloads.
 */
final class SubmitMethodReflectiveProcessor implements ReflectiveProcessor {

	private final BindingReflectionHintsRegistrar bindings = new BindingReflectionHintsRegistrar();

	@Override
	public void registerReflectionHints(ReflectionHints hints, AnnotatedElement element) {
		if (element instanceof Method method) {
			List<Type> types = new ArrayList<>(List.of(method.getGenericParameterTypes()));
			if (method.getReturnType() != void.class) {
				types.add(method.getGenericReturnType());
			}
			this.bindings.registerReflectionHints(hints, types.toArray(Type[]::new));
		}
	}

}
