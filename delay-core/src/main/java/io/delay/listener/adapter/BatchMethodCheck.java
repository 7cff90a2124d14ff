// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;

import io.delay.listener.InvalidListenerException;
import io.delay.listener.JobContext;
import io.delay.store.JobFailures;

/**
 * Rejects listener methods for batches if a parameter is not a list of the payloads, the
 * messages or the contexts of the jobs, or if the work may continue after the method has
 * returned.
 */
final class BatchMethodCheck {

	private static final String LISTS = "a List<T> of the payloads or a List<Message<T>>, and a List<JobContext>";

	private BatchMethodCheck() {
	}

	// Returns one ListElementParameter for each parameter of a valid method.
	static List<MethodParameter> check(HandlerMethodJobHandler handler) {
		checkReturnType(handler);
		if (handler.getMethodParameters().length == 0) {
			throw new InvalidListenerException(
					"Listener method " + handler + " handles batches, but has no parameter of type List",
					"Declare " + LISTS + ", or remove 'batch'");
		}
		List<MethodParameter> elements = Arrays.stream(handler.getMethodParameters())
			.map((parameter) -> element(handler, parameter))
			.toList();
		List<MethodParameter> payloads = elements.stream().filter((element) -> !isContext(element)).toList();
		if (payloads.size() > 1 || elements.size() - payloads.size() > 1) {
			throw new InvalidListenerException(
					"Listener method " + handler + " handles batches, but has several Lists of payloads or of contexts",
					"Declare " + LISTS + ", each at most once");
		}
		payloads.stream()
			.filter((element) -> !Message.class.isAssignableFrom(element.getParameterType()))
			.forEach((payload) -> PayloadParameterCheck.checkPayload(handler, payload));
		return elements;
	}

	private static void checkReturnType(HandlerMethodJobHandler handler) {
		if (handler.isSuspending()) {
			throw new InvalidListenerException("Listener method " + handler
					+ " handles batches and is a suspending function: its jobs would be acknowledged before the work is done",
					"Remove 'suspend' or 'batch'");
		}
		Class<?> type = handler.resultType();
		if (handler.isAsync() || Future.class.isAssignableFrom(type) || Flow.Publisher.class.isAssignableFrom(type)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
			throw new InvalidListenerException(
					"Listener method " + handler + " handles batches and returns a " + type.getName()
							+ ": its jobs would be acknowledged before the work is done",
					"Do the work before the method returns, or remove 'batch'");
		}
	}

	private static MethodParameter element(HandlerMethodJobHandler handler, MethodParameter parameter) {
		boolean header = parameter.hasParameterAnnotation(Header.class)
				|| parameter.hasParameterAnnotation(Headers.class);
		if (parameter.getParameterType() == List.class && !header) {
			MethodParameter element = new ListElementParameter(parameter);
			if (element.getParameterType() != JobFailures.class) {
				return element;
			}
		}
		throw new InvalidListenerException(
				"Listener method " + handler + " handles batches, but has " + PayloadParameterCheck.describe(parameter)
						+ ", which is neither a List of payloads or messages nor a List of contexts",
				"Declare " + LISTS + "; the messages and the contexts contain the headers. Or remove 'batch'");
	}

	private static boolean isContext(MethodParameter element) {
		return element.getParameterType() == JobContext.class;
	}

	/**
	 * Represents the elements of a {@code List} parameter as a parameter of the element
	 * type, so that each element is resolved, converted and validated like a parameter of
	 * a method that handles one job. It has the annotations of the list and those of the
	 * element type.
	 */
	static final class ListElementParameter extends MethodParameter {

		private final MethodParameter list;

		private final Type elementType;

		private final Annotation[] annotations;

		ListElementParameter(MethodParameter list) {
			super(list);
			this.list = list;
			this.elementType = elementType(
					GenericTypeResolver.resolveType(list.getGenericParameterType(), list.getContainingClass()));
			this.annotations = Stream
				.concat(Stream.of(list.getParameterAnnotations()), Stream.of(elementAnnotations(list)))
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

}
