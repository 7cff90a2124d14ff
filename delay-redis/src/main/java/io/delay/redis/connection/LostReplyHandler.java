// SPDX-License-Identifier: Apache-2.0

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

	// Before the command handler of the driver, so that the driver no longer finds the
	// commands
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
