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

package io.delay.listener.adapter;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

/**
 * Leaves out the last parameter of a suspending function of Kotlin, which Spring supplies
 * when it calls the function.
 */
final class ContinuationArgumentResolver implements HandlerMethodArgumentResolver {

	static final String CONTINUATION = "kotlin.coroutines.Continuation";

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType().getName().equals(CONTINUATION);
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
		return null;
	}

}
