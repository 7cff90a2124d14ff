// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

import io.delay.submit.AttributeReader;

/**
 * The methods of a type that handle jobs, with their annotations.
 */
record ListenerMethods(Map<Method, List<DelayListener>> listeners, Map<Method, DelayFailureHandler> failureHandlers) {

	// The type is not a proxy.
	static ListenerMethods of(Class<?> type) {
		return new ListenerMethods(AnnotationUtils.isCandidateClass(type, DelayListener.class)
				? MethodIntrospector.selectMethods(type, (MetadataLookup<@Nullable List<DelayListener>>) (method) -> {
					List<DelayListener> annotations = AttributeReader.annotations(method, DelayListener.class);
					return annotations.isEmpty() ? null : annotations;
				}) : Map.of(),
				AnnotationUtils.isCandidateClass(type, DelayFailureHandler.class) ? MethodIntrospector.selectMethods(
						type, (MetadataLookup<@Nullable DelayFailureHandler>) (method) -> AnnotatedElementUtils
							.findMergedAnnotation(method, DelayFailureHandler.class))
						: Map.of());
	}

	boolean isEmpty() {
		return this.listeners.isEmpty() && this.failureHandlers.isEmpty();
	}

	Stream<Method> all() {
		return Stream.concat(this.listeners.keySet().stream(), this.failureHandlers.keySet().stream());
	}

}
