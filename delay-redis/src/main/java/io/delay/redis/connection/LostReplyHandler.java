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

import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CommandHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;

/**
 * When a connection breaks, fails the commands that still wait for their replies. Whether
 * the server has executed them is unknown. Lettuce 7 fails them in the same way if it
 * rejects commands while it is disconnected, but Lettuce 6 sends them again on the next
 * connection, so a script could run twice.
 */
final class LostReplyHandler extends ChannelInboundHandlerAdapter {

	private final CommandHandler commands;

	private LostReplyHandler(CommandHandler commands) {
		this.commands = commands;
	}

	/**
	 * Add a handler to a pipeline, before the command handler of the driver, so that the
	 * driver no longer finds the commands.
	 * @param pipeline the pipeline of a new connection
	 */
	static void addTo(ChannelPipeline pipeline) {
		ChannelHandlerContext commands = pipeline.context(CommandHandler.class);
		pipeline.addBefore(commands.name(), null, new LostReplyHandler((CommandHandler) commands.handler()));
	}

	// The command handler holds only commands that were sent completely. The driver
	// rejects all others, or sends them on the next connection for the first time.
	@Override
	public void channelInactive(ChannelHandlerContext context) throws Exception {
		try {
			RedisException lost = new RedisException("Connection disconnected");
			this.commands.drainQueue().forEach((command) -> command.completeExceptionally(lost));
		}
		finally {
			super.channelInactive(context);
		}
	}

}
