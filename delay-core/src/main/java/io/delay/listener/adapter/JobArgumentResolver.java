// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

import io.delay.listener.JobContext;
import io.delay.store.JobFailures;

/**
 * Resolves parameters of one type.
 *
 * @param type the name of the type
 * @param argument returns the argument of a job
 */
record JobArgumentResolver(String type,
		Function<JobMessage, @Nullable Object> argument) implements HandlerMethodArgumentResolver {

	static final String CONTINUATION = "kotlin.coroutines.Continuation";

	/** The resolvers of all parameters that are recognized by their type alone. */
	static HandlerMethodArgumentResolver[] all() {
		return new HandlerMethodArgumentResolver[] {
				new JobArgumentResolver(JobContext.class.getName(), JobMessage::context),
				new JobArgumentResolver(JobFailures.class.getName(), JobMessage::failures),
				// Spring supplies the last parameter of a suspending function of Kotlin
				new JobArgumentResolver(CONTINUATION, (message) -> null) };
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType().getName().equals(this.type);
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
		return this.argument.apply((JobMessage) message);
	}

}
