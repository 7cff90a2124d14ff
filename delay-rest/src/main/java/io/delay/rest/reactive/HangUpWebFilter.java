// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.reactive;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.reactivestreams.Publisher;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.delay.rest.http.ClientConnection;
import io.delay.rest.http.HangUpAction;

/**
 * Detects that a client has hung up: either the server cancels the exchange, or the
 * response cannot be written. At the end of each exchange, it gives back the memory of a
 * body that no operation has used. Netty itself answers a request whose body is not HTTP.
 * The failure to answer it again is the fault of the client, so it is not logged as an
 * error.
 */
final class HangUpWebFilter implements WebFilter, Ordered {

	private static final Log logger = LogFactory.getLog(HangUpWebFilter.class);

	private static final String ATTRIBUTE = HangUpWebFilter.class.getName();

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(isReserve(exchange) ? watched(exchange) : exchange)
			.doOnCancel(() -> hungUp(exchange))
			.doOnError((failure) -> hungUp(exchange))
			.onErrorComplete((failure) -> isAnsweredByServer(exchange, failure))
			.doFinally((signal) -> ReactiveRequestResolver.abandonBody(exchange));
	}

	// The response is committed before its status reaches the server, which then refuses
	// the status. Other exceptions are those of the application, which must see them.
	private static boolean isAnsweredByServer(ServerWebExchange exchange, Throwable failure) {
		boolean isAnswered = failure instanceof IllegalStateException && exchange.getResponse().isCommitted()
				&& ReactiveRequestResolver.isResolved(exchange);
		if (isAnswered) {
			logger.debug("The response could not be sent, because the server had already sent another one", failure);
		}
		return isAnswered;
	}

	// Other requests of the application keep the response of the server, which can for
	// instance send files without copying them
	private static boolean isReserve(ServerWebExchange exchange) {
		return exchange.getRequest().getMethod() == HttpMethod.POST
				&& exchange.getRequest().getPath().value().endsWith("/reserve");
	}

	private static ServerWebExchange watched(ServerWebExchange exchange) {
		return exchange.mutate().response(new WatchedResponse(exchange.getResponse())).build();
	}

	private static void hungUp(ServerWebExchange exchange) {
		if (exchange.getAttribute(ATTRIBUTE) instanceof HangUpAction action) {
			action.run();
		}
	}

	static ClientConnection connectionOf(ServerWebExchange exchange) {
		HangUpAction action = new HangUpAction();
		exchange.getAttributes().put(ATTRIBUTE, action);
		return new ReactiveConnection(action);
	}

	/**
	 * A connection whose end is reported by the server.
	 */
	private record ReactiveConnection(HangUpAction action) implements ClientConnection {

		@Override
		public boolean probe() {
			return !this.action.isHungUp();
		}

		@Override
		public void onHangUp(Runnable action) {
			this.action.set(action);
		}

	}

	/**
	 * A response whose end is the end of the write. Netty ends the write of a
	 * {@link Mono} before the bytes are written, so that a failure would go unnoticed.
	 */
	private static final class WatchedResponse extends ServerHttpResponseDecorator {

		WatchedResponse(ServerHttpResponse response) {
			super(response);
		}

		@Override
		public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
			return super.writeWith(Flux.from(body));
		}

	}

}
