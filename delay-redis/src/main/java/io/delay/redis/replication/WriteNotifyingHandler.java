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

package io.delay.redis.replication;

import java.util.Collection;

import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Notifies commands of the connection on which they are sent. Placed between the command
 * handler of the driver and the socket, where a command can no longer change its
 * connection.
 */
final class WriteNotifyingHandler extends ChannelOutboundHandlerAdapter {

	static void addTo(ChannelPipeline pipeline) {
		pipeline.addBefore(pipeline.context(CommandHandler.class).name(), null, new WriteNotifyingHandler());
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		if (message instanceof Collection<?> commands) {
			commands.forEach((command) -> tell(command, context));
		}
		else {
			tell(message, context);
		}
		super.write(context, message, promise);
	}

	private static void tell(@Nullable Object message, ChannelHandlerContext context) {
		if (message instanceof RedisCommand<?, ?, ?> command) {
			WriteAware witness = CommandWrapper.unwrap(command, WriteAware.class);
			if (witness != null) {
				witness.written(context.channel());
			}
		}
	}

}
