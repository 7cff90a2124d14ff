// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationArgumentResolver;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

import io.delay.actuate.request.EndpointParameters;

/**
 * Passes all parameters of a request to the operation as one argument. Boot itself drops
 * parameters that an operation does not declare, also misspelled ones.
 */
public final class EndpointParametersAdvisor implements OperationInvokerAdvisor {

	private static final EndpointId DELAY = EndpointId.of("delay");

	@Override
	public OperationInvoker apply(EndpointId endpointId, OperationType operationType, OperationParameters parameters,
			OperationInvoker invoker) {
		if (!endpointId.equals(DELAY)) {
			return invoker;
		}
		return (context) -> {
			Map<String, Object> given = new LinkedHashMap<>(context.getArguments());
			parameters.stream()
				.filter((parameter) -> parameter.getType() == String.class)
				.forEach((part) -> given.remove(part.getName()));
			SecurityContext user = context.resolveArgument(SecurityContext.class);
			return invoker.invoke(new InvocationContext((user != null) ? user : SecurityContext.NONE,
					context.getArguments(), new ParametersResolver(context, EndpointParameters.of(given))));
		};
	}

	/**
	 * Resolves the parameters in addition to what Boot resolves.
	 */
	private record ParametersResolver(InvocationContext context,
			EndpointParameters parameters) implements OperationArgumentResolver {

		@Override
		public boolean canResolve(Class<?> type) {
			return type == EndpointParameters.class || this.context.canResolve(type);
		}

		@Override
		public <T> @Nullable T resolve(Class<T> type) {
			return (type == EndpointParameters.class) ? type.cast(this.parameters) : this.context.resolveArgument(type);
		}

	}

}
