// SPDX-License-Identifier: Apache-2.0

package io.delay.annotation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Finds the methods of a type that have {@link DelayListener} annotations.
 */
final class ListenerMethods {

	private ListenerMethods() {
	}

	/**
	 * Find the listener methods.
	 * @param type the type, not a proxy
	 * @return the listener methods, each with one or more annotations
	 */
	static Map<Method, List<DelayListener>> of(Class<?> type) {
		if (!AnnotationUtils.isCandidateClass(type, DelayListener.class)) {
			return Map.of();
		}
		return MethodIntrospector.selectMethods(type,
				(MethodIntrospector.MetadataLookup<@Nullable List<DelayListener>>) ListenerMethods::annotations);
	}

	private static @Nullable List<DelayListener> annotations(Method method) {
		List<MergedAnnotation<DelayListener>> found = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.stream(DelayListener.class)
			.toList();
		if (found.isEmpty()) {
			return null;
		}
		// The annotations of a method replace those of the method that it overrides
		int nearest = found.get(0).getAggregateIndex();
		return found.stream()
			.filter((annotation) -> annotation.getAggregateIndex() == nearest)
			.map(MergedAnnotation::synthesize)
			.toList();
	}

}
