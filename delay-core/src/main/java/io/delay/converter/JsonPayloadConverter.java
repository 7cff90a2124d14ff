// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.lang.reflect.Type;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;

/**
 * Converts payloads to and from JSON.
 */
abstract class JsonPayloadConverter extends PassThroughPayloadConverter {

	static Object requireValue(@Nullable Object value, Type type) {
		if (value == null) {
			throw notRead(type, "the value is null");
		}
		return value;
	}

	PayloadConversionException notRead(Type type, Failure failure) {
		boolean needsModule = type instanceof Class<?> payload && KotlinDetector.isKotlinType(payload)
				&& modules().noneMatch((module) -> module.endsWith(".KotlinModule"));
		return notRead(type, needsModule ? failure.describe() + ". Jackson reads a class of Kotlin with the module "
				+ "'jackson-module-kotlin': add it to the dependencies" : failure.describe());
	}

	abstract Stream<String> modules();

	private static PayloadConversionException notRead(Type type, String reason) {
		return new PayloadConversionException(
				"Cannot read a payload into type " + type.getTypeName() + " from JSON: " + reason);
	}

	static PayloadConversionException notWritten(Object payload, Failure failure) {
		return new PayloadConversionException("Cannot write a payload of type " + payload.getClass().getTypeName()
				+ " as JSON: " + failure.describe());
	}

	/**
	 * A failure that Jackson reported. The message of its exception must not be shown,
	 * because it may quote the payload.
	 *
	 * @param exception the exception of Jackson
	 * @param path where in the payload it occurred, empty if unknown
	 * @param line the line in the payload, 0 or less if unknown
	 * @param column the column in the payload
	 */
	record Failure(Exception exception, String path, int line, int column) {

		/**
		 * Describe the failure without quoting values of the payload.
		 * @return the type of the exception and of its cause, the path and the position
		 */
		String describe() {
			StringBuilder text = new StringBuilder(this.exception.getClass().getName());
			if (!this.path.isEmpty()) {
				text.append(" at ").append(this.path);
			}
			if (this.line > 0) {
				text.append(", line ").append(this.line).append(", column ").append(this.column);
			}
			Throwable cause = this.exception.getCause();
			if (cause != null) {
				text.append(", caused by ").append(cause.getClass().getName());
			}
			return text.toString();
		}

	}

	/**
	 * Describes a position in a payload without quoting the payload. Only properties of
	 * the Java type are named, because keys of maps and unknown names are part of the
	 * payload.
	 */
	static final class PayloadPath {

		private final BiPredicate<Class<?>, String> properties;

		private final StringBuilder text = new StringBuilder();

		/**
		 * Create an empty path.
		 * @param properties tests whether a type has a property with the given name; an
		 * exception means that the type cannot be introspected
		 */
		PayloadPath(BiPredicate<Class<?>, String> properties) {
			this.properties = properties;
		}

		/**
		 * Append a step.
		 * @param from the object or type that contains the position, {@code null} if
		 * unknown
		 * @param name the name of the property or key, {@code null} if the step has none
		 * @param index the index of the element, negative if the step has none
		 */
		void append(@Nullable Object from, @Nullable String name, int index) {
			if (name == null) {
				this.text.append((index >= 0) ? "[" + index + "]" : "[*]");
			}
			else {
				this.text.append(isProperty(from, name) ? "[\"" + name + "\"]" : "[*]");
			}
		}

		private boolean isProperty(@Nullable Object from, String name) {
			if (from == null) {
				return false;
			}
			try {
				return this.properties.test((from instanceof Class<?> type) ? type : from.getClass(), name);
			}
			catch (RuntimeException ex) {
				// The conversion may have failed because Jackson cannot introspect the
				// type
				return false;
			}
		}

		@Override
		public String toString() {
			return this.text.toString();
		}

	}

}
