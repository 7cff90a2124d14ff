/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.listener.support;

import org.jspecify.annotations.Nullable;

/**
 * Identifies failures that are logged as one kind: the class of the exception and the
 * place that threw it.
 *
 * @param type the class name
 * @param place the place, {@code null} if it is unknown
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
