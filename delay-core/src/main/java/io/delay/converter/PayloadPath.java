// SPDX-License-Identifier: Apache-2.0

package io.delay.converter;

import java.util.function.BiPredicate;

import org.jspecify.annotations.Nullable;

/**
 * Describes a position in a payload without quoting the payload. Only properties of the
 * Java type are named, because keys of maps and unknown names are part of the payload.
 */
final class PayloadPath {

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
	 * @param from the object or type that contains the position, {@code null} if unknown
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
			// The conversion may have failed because Jackson cannot introspect the type
			return false;
		}
	}

	@Override
	public String toString() {
		return this.text.toString();
	}

}
