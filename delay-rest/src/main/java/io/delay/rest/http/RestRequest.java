// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.rest.json.JsonObject;

/**
 * A request, independent of the web framework.
 *
 * @param head the parts of the request before its body
 * @param bodyReader reads the body, at most once, and throws
 * {@link io.delay.rest.problem.ProblemException} if it is too large or if there is not
 * enough memory for it
 * @param share the memory of the body, which is given back when the operation has ended
 */
public record RestRequest(RequestHead head, Supplier<byte[]> bodyReader, BodyShare share, ClientConnection connection) {

	public QueryParameters query(String... names) {
		return QueryParameters.of(this.head.query()).allow(names);
	}

	/** Read the body. Can be called once. */
	public JsonObject json() {
		return JsonObject.of(this.bodyReader.get());
	}

	public @Nullable String principal() {
		return this.head.principal();
	}

}
