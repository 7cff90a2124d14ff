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

package io.delay.listener;

import org.jspecify.annotations.Nullable;

/**
 * Marks the threads that work for one delivery, so that a stop which a handler asks for
 * does not wait for that handler. A thread that the handler starts works for it as well:
 * the registry stops its containers on such threads.
 */
final class HandlerScope {

	// Holds no job, since threads that outlive the delivery keep what they inherit
	private static final ThreadLocal<@Nullable HandlerScope> current = new InheritableThreadLocal<>();

	void enter() {
		current.set(this);
	}

	void leave() {
		current.remove();
	}

	boolean isCurrent() {
		return current.get() == this;
	}

}
