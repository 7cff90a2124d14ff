// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.adapter;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.util.StringUtils;

import io.delay.converter.PayloadConversionException;
import io.delay.listener.UnprocessableJobException;

/**
 * Wraps all other resolvers, so that none of their exceptions carries a header value or a
 * payload into a log or into the reason of a failure. Messages of Spring, of converters
 * and of constructors may quote such values, so only the exception types and the stack
 * trace are kept.
 */
final class ConfidentialArgumentResolver implements HandlerMethodArgumentResolver {

	private final HandlerMethodArgumentResolver resolver;

	ConfidentialArgumentResolver(HandlerMethodArgumentResolver resolver) {
		this.resolver = resolver;
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return this.resolver.supportsParameter(parameter);
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) {
		try {
			return this.resolver.resolveArgument(parameter, message);
		}
		catch (UnprocessableJobException | VirtualMachineError | LinkageError ex) {
			throw ex;
		}
		catch (PayloadConversionException ex) {
			throw new UnprocessableJobException(String.valueOf(ex.getMessage()));
		}
		catch (Throwable ex) {
			throw unresolvable(parameter, ex);
		}
	}

	private static UnprocessableJobException unresolvable(MethodParameter parameter, Throwable thrown) {
		Throwable cause = thrown.getCause();
		UnprocessableJobException failure = new UnprocessableJobException(
				StringUtils.capitalize(HandlerMethodJobHandler.describe(parameter)) + " cannot be resolved: "
						+ thrown.getClass().getName()
						+ ((cause != null) ? ", caused by " + cause.getClass().getName() : ""));
		failure.setStackTrace(((cause != null) ? cause : thrown).getStackTrace());
		return failure;
	}

}
