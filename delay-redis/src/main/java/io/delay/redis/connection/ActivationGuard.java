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

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.protocol.RedisHandshakeHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ImmediateEventExecutor;

/**
 * Prevents the driver from handing out a new connection before the connection accepts
 * commands. With a user name or a password, the driver continues its handshake on a
 * different thread from that of the connection. If the handshake also ends there, the
 * driver only queues the activation of the connection, reports the connection as open,
 * and rejects the first command as not connected.
 */
final class ActivationGuard extends ChannelInboundHandlerAdapter {

	/**
	 * The maximum time to wait. No task on the thread of the connection takes as long.
	 */
	private static final long LONGEST_WAIT_SECONDS = 10;

	private ActivationGuard() {
	}

	/**
	 * Add a guard to a pipeline, after the handler of the handshake. The guard is called
	 * on the thread that ends the handshake, so that it can make that thread wait.
	 * @param pipeline the pipeline of a new connection
	 */
	static void addTo(ChannelPipeline pipeline) {
		String handshake = pipeline.context(RedisHandshakeHandler.class).name();
		pipeline.addAfter(ImmediateEventExecutor.INSTANCE, handshake, null, new ActivationGuard());
	}

	@Override
	public void channelActive(ChannelHandlerContext context) {
		EventLoop thread = context.channel().eventLoop();
		if (thread.inEventLoop()) {
			context.fireChannelActive();
			return;
		}
		try {
			thread.submit(context::fireChannelActive).awaitUninterruptibly(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
		}
		catch (RejectedExecutionException ex) {
			// The connections are being closed: there is nothing to activate
			context.close();
		}
	}

}
