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

package io.delay.delivery;

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets Micrometer's context propagation pass the {@link HandlerScope} on to the threads
 * of executors and reactive chains. Internal to Delay: may change without notice.
 *
 * @since 0.1.0
 */
public final class HandlerScopeAccessor implements ThreadLocalAccessor<HandlerScope> {

	/** Create an accessor. Called by the service loader. */
	public HandlerScopeAccessor() {
	}

	@Override
	public Object key() {
		return "delay.handler-scope";
	}

	@Override
	public @Nullable HandlerScope getValue() {
		return HandlerScope.current();
	}

	@Override
	public void setValue(HandlerScope value) {
		value.enter();
	}

	@Override
	public void setValue() {
		HandlerScope.clear();
	}

}
