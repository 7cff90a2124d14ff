// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/**
 * The parameters of a request that changes something. A parameter that the operation does
 * not use is rejected, because without it the operation may change more than the caller
 * wanted.
 */
public final class GivenParameters {

	private final String operation;

	private final Set<String> names = new LinkedHashSet<>();

	public GivenParameters(String operation) {
		this.operation = operation;
	}

	// An empty value counts, because "ids=" with "failed" must not purge all jobs
	public GivenParameters add(String name, @Nullable String value) {
		if (value != null) {
			this.names.add(name);
		}
		return this;
	}

	public GivenParameters addParametersOfReads(@Nullable String state, @Nullable String order, @Nullable String limit,
			@Nullable String after, @Nullable String from, @Nullable String to) {
		return add("state", state).add("order", order)
			.add("limit", limit)
			.add("after", after)
			.add("from", from)
			.add("to", to);
	}

	/**
	 * Check that only accepted parameters are given.
	 * @param accepted the names of the parameters that the operation uses
	 * @throws InvalidEndpointRequestException if another parameter is given
	 */
	public void accept(String... accepted) {
		List<String> known = List.of(accepted);
		for (String name : this.names) {
			if (!known.contains(name)) {
				String message = "Parameter '" + name + "' does not belong to operation '" + this.operation
						+ "', which "
						+ (known.isEmpty() ? "has no parameters" : "accepts only " + String.join(", ", known))
						+ " in this request; nothing was changed";
				throw new InvalidEndpointRequestException(message, message);
			}
		}
	}

}
