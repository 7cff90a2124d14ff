// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.Assert;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Keeps the answers of the endpoint out of caches, and refuses changes that the page of
 * another site sends and bodies that would be ignored or cannot be read, in reactive
 * applications.
 *
 * @since 0.1.0
 */
public final class EndpointWebFilter implements WebFilter {

	private final EndpointPath path;

	private final BooleanSupplier isSecured;

	/**
	 * Create a filter.
	 * @param isSecured whether Spring Security decides about requests of other sites
	 */
	public EndpointWebFilter(EndpointPath path, BooleanSupplier isSecured) {
		Assert.notNull(path, "'path' must not be null");
		Assert.notNull(isSecured, "'isSecured' must not be null");
		this.path = path;
		this.isSecured = isSecured;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		ServerHttpRequest request = exchange.getRequest();
		if (!this.path.matches(decoded(request.getPath().pathWithinApplication()))) {
			return chain.filter(exchange);
		}
		ServerHttpResponse response = exchange.getResponse();
		response.getHeaders().setCacheControl("no-store");
		Refusal refusal = refusal(request);
		return (refusal != null) ? write(refusal, response) : chain.filter(exchange)
			.onErrorResume(ResponseStatusException.class, (ex) -> explained(ex, request, response));
	}

	// Spring Boot reports only the status
	private static Mono<Void> explained(ResponseStatusException ex, ServerHttpRequest request,
			ServerHttpResponse response) {
		Refusal refusal = Refusal.ofBody(request.getMethod().name(), ex.getStatusCode().value());
		return (refusal != null && !response.isCommitted()) ? write(refusal, response) : Mono.error(ex);
	}

	private static Mono<Void> write(Refusal refusal, ServerHttpResponse response) {
		response.setRawStatusCode(refusal.problem().status());
		response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(refusal.problem().toJson())));
	}

	private @Nullable Refusal refusal(ServerHttpRequest request) {
		HttpHeaders headers = request.getHeaders();
		if (CrossSiteWrite.isRefused(request.getMethod().name(), headers::getFirst) && !this.isSecured.getAsBoolean()) {
			return Refusal.CROSS_SITE;
		}
		return (HttpMethod.DELETE.equals(request.getMethod()) && hasBody(headers)) ? Refusal.BODY : null;
	}

	// A body without a length is sent in chunks, which also represent a body by HTTP/2
	private static boolean hasBody(HttpHeaders headers) {
		return headers.getContentLength() > 0 || headers.getFirst(HttpHeaders.TRANSFER_ENCODING) != null;
	}

	// Endpoints are matched by segments that are decoded and have no parameters
	private static String decoded(PathContainer path) {
		return path.elements()
			.stream()
			.map((element) -> (element instanceof PathContainer.PathSegment segment) ? segment.valueToMatch()
					: element.value())
			.collect(Collectors.joining());
	}

}
