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

package io.delay.redis.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.protocol.RedisHandshakeHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;

/**
 * Makes a connection report why its handshake failed, such as a wrong password. With a
 * user name or a password, the driver continues its handshake on a different thread from
 * that of the connection. If the handshake fails there, that thread first closes the
 * connection and then reports the reason. If the thread of the connection is faster, the
 * driver reports only that the connection was closed prematurely. This guard therefore
 * delays the event of the closed connection until the reason is known.
 */
final class HandshakeFailureGuard extends ChannelInboundHandlerAdapter {

	/**
	 * The maximum time to wait for the reason. After closing the connection, the other
	 * thread only has to report it.
	 */
	private static final long LONGEST_WAIT_MILLIS = 100;

	private final RedisHandshakeHandler handshake;

	private HandshakeFailureGuard(RedisHandshakeHandler handshake) {
		this.handshake = handshake;
	}

	/**
	 * Add a guard to a pipeline, before the handler of the handshake.
	 * @param pipeline the pipeline of a new connection
	 */
	static void addTo(ChannelPipeline pipeline) {
		ChannelHandlerContext handshake = pipeline.context(RedisHandshakeHandler.class);
		pipeline.addBefore(handshake.name(), null,
				new HandshakeFailureGuard((RedisHandshakeHandler) handshake.handler()));
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		CompletableFuture<Void> ended = this.handshake.channelInitialized().toCompletableFuture();
		if (ended.isDone()) {
			context.fireChannelInactive();
			return;
		}
		ended.handle((success, failure) -> ended)
			.completeOnTimeout(ended, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)
			.thenRun(() -> context.executor().execute(context::fireChannelInactive));
	}

}
