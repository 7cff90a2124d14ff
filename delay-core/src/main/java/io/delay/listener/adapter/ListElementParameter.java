// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Represents the elements of a {@code List} parameter as a parameter of the element type,
 * so that each element is resolved, converted and validated like a parameter of a method
 * that handles one job. It has the annotations of the list and those of the element type.
 */
final class ListElementParameter extends MethodParameter {

	private final MethodParameter list;

	private final Type elementType;

	private final Annotation[] annotations;

	ListElementParameter(MethodParameter list) {
		super(list);
		this.list = list;
		this.elementType = elementType(
				GenericTypeResolver.resolveType(list.getGenericParameterType(), list.getContainingClass()));
		this.annotations = Stream.concat(Stream.of(list.getParameterAnnotations()), Stream.of(elementAnnotations(list)))
			.toArray(Annotation[]::new);
	}

	private ListElementParameter(ListElementParameter original) {
		super(original);
		this.list = original.list;
		this.elementType = original.elementType;
		this.annotations = original.annotations;
	}

	// Kotlin declares a List of a type that is not final as List<? extends T>
	private static Type elementType(Type list) {
		if (!(list instanceof ParameterizedType parameterized)) {
			return Object.class;
		}
		Type element = parameterized.getActualTypeArguments()[0];
		return (element instanceof WildcardType wildcard) ? wildcard.getUpperBounds()[0] : element;
	}

	private static Annotation[] elementAnnotations(MethodParameter list) {
		AnnotatedType type = list.getExecutable().getAnnotatedParameterTypes()[list.getParameterIndex()];
		return (type instanceof AnnotatedParameterizedType parameterized)
				? parameterized.getAnnotatedActualTypeArguments()[0].getAnnotations() : new Annotation[0];
	}

	@Override
	public Class<?> getParameterType() {
		return ResolvableType.forType(this.elementType).resolve(Object.class);
	}

	@Override
	public Type getGenericParameterType() {
		return this.elementType;
	}

	@Override
	public Class<?> getContainingClass() {
		return this.list.getContainingClass();
	}

	@Override
	public Annotation[] getParameterAnnotations() {
		return this.annotations.clone();
	}

	@Override
	public MethodParameter clone() {
		return new ListElementParameter(this);
	}

	// Not equal to the list parameter, because resolvers are cached by parameter
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof ListElementParameter && super.equals(other);
	}

	@Override
	public int hashCode() {
		return Objects.hash(ListElementParameter.class, super.hashCode());
	}

}
