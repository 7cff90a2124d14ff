// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import org.jspecify.annotations.Nullable;

/**
 * Identifies failures that are logged as one kind: the class of the exception and the
 * place that threw it.
 */
record FailureKind(String type, @Nullable StackTraceElement place) {

	// Never throws.
	static FailureKind of(Throwable failure) {
		return new FailureKind(failure.getClass().getName(), placeOf(failure));
	}

	private static @Nullable StackTraceElement placeOf(Throwable failure) {
		try {
			StackTraceElement[] trace = failure.getStackTrace();
			return (trace.length > 0) ? trace[0] : null;
		}
		catch (RuntimeException | Error ex) {
			// The stack trace of the exception cannot be read
			return null;
		}
	}

	@Override
	public String toString() {
		return (this.place != null) ? this.type + " at " + this.place : this.type;
	}

}
