// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Makes a thread other than that of the connection wait for the replies to what it sends,
 * so that this thread continues with what follows.
 */
final class SynchronousWrites extends ChannelOutboundHandlerAdapter {

	private final Queue<CompletableFuture<?>> written = new ConcurrentLinkedQueue<>();

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		Collection<?> commands = (message instanceof Collection<?> several) ? several : List.of(message);
		commands.forEach((command) -> this.written.add((CompletableFuture<?>) command));
		super.write(context, message, promise);
	}

	@Override
	public void flush(ChannelHandlerContext context) throws Exception {
		super.flush(context);
		boolean mayWait = !context.channel().eventLoop().inEventLoop();
		for (CompletableFuture<?> command = this.written.poll(); command != null; command = this.written.poll()) {
			if (mayWait) {
				command.handle((reply, failure) -> "replied").get(5, TimeUnit.SECONDS);
			}
		}
	}

}
