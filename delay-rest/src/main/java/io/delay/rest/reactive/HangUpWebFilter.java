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

import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

import io.delay.rest.http.ClientConnection;
import io.delay.rest.http.HangUpAction;

/**
 * Detects that a client has hung up: either the server cancels the exchange, or the
 * response cannot be written.
 */
final class HangUpWebFilter implements WebFilter, Ordered {

	private static final String ATTRIBUTE = HangUpWebFilter.class.getName();

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
		return chain.filter(exchange).doOnCancel(() -> hungUp(exchange)).doOnError((failure) -> hungUp(exchange));
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
	 *
	 * @param action called when the connection ends
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

}
