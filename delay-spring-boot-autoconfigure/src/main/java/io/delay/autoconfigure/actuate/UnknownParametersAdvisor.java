// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.actuate;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

import io.delay.actuate.web.WebResponses;

/**
 * Rejects changes with a parameter that no operation has, because a misspelled parameter
 * would be ignored and the operation would change something else than the caller wanted.
 */
final class UnknownParametersAdvisor implements OperationInvokerAdvisor {

	private static final EndpointId DELAY = EndpointId.of("delay");

	@Override
	public OperationInvoker apply(EndpointId endpointId, OperationType operationType, OperationParameters parameters,
			OperationInvoker invoker) {
		if (!endpointId.equals(DELAY) || operationType == OperationType.READ) {
			return invoker;
		}
		Set<String> all = parameters.stream().map(OperationParameter::getName).collect(Collectors.toSet());
		// The mandatory ones are parts of the path
		String optional = parameters.stream()
			.filter((parameter) -> !parameter.isMandatory())
			.map(OperationParameter::getName)
			.collect(Collectors.joining(", "));
		return (context) -> {
			Set<String> unknown = new LinkedHashSet<>(context.getArguments().keySet());
			unknown.removeAll(all);
			return unknown.isEmpty() ? invoker.invoke(context) : WebResponses.of(() -> {
				throw unknown(unknown, optional);
			});
		};
	}

	private static InvalidEndpointRequestException unknown(Set<String> unknown, String known) {
		String message = "Parameter '" + unknown.iterator().next()
				+ "' is unknown; nothing was changed. The parameters of changes are " + known;
		return new InvalidEndpointRequestException(message, message);
	}

}
