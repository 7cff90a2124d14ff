// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.reactive;

import java.security.Principal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.Assert;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

import io.delay.rest.http.AuthenticatedName;
import io.delay.rest.http.BodyBudget;
import io.delay.rest.http.BodyLimit;
import io.delay.rest.http.BodyReceiver;
import io.delay.rest.http.BodyShare;
import io.delay.rest.http.RequestHead;
import io.delay.rest.http.RestRequest;
import io.delay.rest.problem.ProblemException;

/**
 * Resolves arguments of type {@link RestRequest} with Spring WebFlux.
 */
final class ReactiveRequestResolver implements HandlerMethodArgumentResolver {

	private static final String SHARE = BodyShare.class.getName();

	private static final byte[] EMPTY = {};

	private final BodyLimit limit;

	private final BodyBudget budget;

	private final boolean authenticationRequired;

	ReactiveRequestResolver(BodyLimit limit, BodyBudget budget, boolean authenticationRequired) {
		this.limit = limit;
		this.budget = budget;
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
			BodyShare share = this.budget.open();
			exchange.getAttributes().put(SHARE, share);
			return body(exchange.getRequest(), head, share)
				.map((body) -> new RestRequest(head, body, share, HangUpWebFilter.connectionOf(exchange)));
		});
	}

	/**
	 * Give back the memory of the body if the exchange has ended before the operation has
	 * begun.
	 */
	static void abandonBody(ServerWebExchange exchange) {
		if (exchange.getAttribute(SHARE) instanceof BodyShare share) {
			share.abandon();
		}
	}

	/**
	 * Whether one of Delay's controllers answers the exchange.
	 * @return {@code true} after the request was resolved
	 */
	static boolean isResolved(ServerWebExchange exchange) {
		return exchange.getAttribute(SHARE) != null;
	}

	private static RequestHead head(ServerHttpRequest request, @Nullable Principal principal) {
		HttpHeaders headers = request.getHeaders();
		return new RequestHead(request.getMethod(), request.getURI().getRawPath(), request.getURI().getRawQuery(),
				headers.getFirst(HttpHeaders.CONTENT_TYPE), headers.getFirst(HttpHeaders.ACCEPT),
				AuthenticatedName.of(principal));
	}

	// An exception is thrown only when the body is read, so that the other checks come
	// first
	private Mono<Supplier<byte[]>> body(ServerHttpRequest request, RequestHead head, BodyShare share) {
		if (this.authenticationRequired && head.principal() == null) {
			return Mono.just(() -> EMPTY);
		}
		try {
			long length = request.getHeaders().getContentLength();
			this.limit.checkLength(length);
			this.budget.checkRoom(length);
		}
		catch (ProblemException ex) {
			return Mono.just(failing(ex));
		}
		return request.getBody()
			.timeout(this.limit.gap())
			.collect(() -> new BodyReceiver(this.limit, share), ReactiveRequestResolver::receive)
			.timeout(this.limit.time())
			.map((receiver) -> once(receiver.body()))
			.onErrorResume(Exception.class, (ex) -> {
				share.clear();
				return Mono.just(failing((ex instanceof ProblemException problem) ? problem : BodyLimit.unreadable()));
			});
	}

	private static void receive(BodyReceiver receiver, DataBuffer buffer) {
		try {
			byte[] bytes = new byte[buffer.readableByteCount()];
			buffer.read(bytes);
			receiver.receive(bytes, bytes.length);
		}
		finally {
			DataBufferUtils.release(buffer);
		}
	}

	// The request can exist longer than its body is needed
	private static Supplier<byte[]> once(byte[] body) {
		AtomicReference<byte[]> unread = new AtomicReference<>(body);
		return () -> {
			byte[] bytes = unread.getAndSet(null);
			Assert.state(bytes != null, "The body was already read");
			return bytes;
		};
	}

	private static Supplier<byte[]> failing(ProblemException exception) {
		return () -> {
			throw exception;
		};
	}

}
