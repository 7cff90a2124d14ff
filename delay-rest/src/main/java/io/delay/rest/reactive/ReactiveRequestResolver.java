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

package io.delay.rest.reactive;

import java.security.Principal;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

import io.delay.rest.http.AuthenticatedName;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.RequestHead;
import io.delay.rest.http.RestRequest;
import io.delay.rest.problem.ProblemException;

/**
 * Resolves arguments of type {@link RestRequest} with Spring WebFlux.
 */
final class ReactiveRequestResolver implements HandlerMethodArgumentResolver {

	private static final byte[] EMPTY = {};

	private final BodyLimit limit;

	private final boolean authenticationRequired;

	ReactiveRequestResolver(BodyLimit limit, boolean authenticationRequired) {
		this.limit = limit;
		this.authenticationRequired = authenticationRequired;
	}

	@Override
	public boolean supportsParameter(MethodParameter parameter) {
		return parameter.getParameterType() == RestRequest.class;
	}

	@Override
	public Mono<Object> resolveArgument(MethodParameter parameter, BindingContext context, ServerWebExchange exchange) {
		Mono<Optional<Principal>> principal = exchange.getPrincipal()
			.map(Optional::<Principal>of)
			.defaultIfEmpty(Optional.empty());
		return principal.flatMap((client) -> {
			RequestHead head = head(exchange.getRequest(), client.orElse(null));
			return body(exchange.getRequest(), head)
				.map((body) -> new RestRequest(head, body, HangUpWebFilter.connectionOf(exchange)));
		});
	}

	private static RequestHead head(ServerHttpRequest request, @Nullable Principal principal) {
		HttpHeaders headers = request.getHeaders();
		return new RequestHead(request.getMethod(), request.getURI().getRawPath(), request.getURI().getRawQuery(),
				headers.getFirst(HttpHeaders.CONTENT_TYPE), headers.getFirst(HttpHeaders.ACCEPT),
				AuthenticatedName.of(principal));
	}

	// An exception is thrown only when the body is read, so that the other checks come
	// first
	private Mono<Supplier<byte[]>> body(ServerHttpRequest request, RequestHead head) {
		if (this.authenticationRequired && head.principal() == null) {
			return Mono.just(() -> EMPTY);
		}
		try {
			this.limit.checkLength(request.getHeaders().getContentLength());
		}
		catch (ProblemException ex) {
			return Mono.just(failing(ex));
		}
		return DataBufferUtils.join(request.getBody(), this.limit.bytes())
			.map(ReactiveRequestResolver::read)
			.defaultIfEmpty(EMPTY)
			.<Supplier<byte[]>>map((body) -> () -> body)
			.onErrorResume(DataBufferLimitException.class, (ex) -> Mono.just(failing(this.limit.exceeded())))
			.onErrorResume(Exception.class, (ex) -> Mono.just(failing(BodyLimit.unreadable())));
	}

	private static Supplier<byte[]> failing(ProblemException exception) {
		return () -> {
			throw exception;
		};
	}

	private static byte[] read(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return bytes;
	}

}
