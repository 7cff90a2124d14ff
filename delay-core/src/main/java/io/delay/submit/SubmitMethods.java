// SPDX-License-Identifier: Apache-2.0

package io.delay.submit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Finds the methods that submit or cancel jobs, and their annotations.
 */
final class SubmitMethods {

	private static final List<Class<? extends Annotation>> ANNOTATIONS = List.of(DelaySubmit.class, DelayCancel.class);

	private SubmitMethods() {
	}

	static boolean isCandidate(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, ANNOTATIONS);
	}

	// Includes the methods of superclasses and interfaces. The type is not a proxy.
	static Set<Method> of(Class<?> type) {
		return isCandidate(type) ? MethodIntrospector.selectMethods(type, SubmitMethods::isAnnotated) : Set.of();
	}

	static boolean isAnnotated(Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return ANNOTATIONS.stream().anyMatch((type) -> annotations.stream(type).findAny().isPresent());
	}

}
