// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionException;
import io.lettuce.core.protocol.CompleteableCommand;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.redis.script.ReplyFailure;

/**
 * Closes a connection on which the driver failed while it was reading, for example
 * because it was out of memory. The driver then abandons the first waiting command,
 * although its reply will still arrive. From then on every reply would be assigned to the
 * wrong command. This handler is placed between the socket and the command handler of the
 * driver, and discards everything that it receives after such a failure.
 */
final class ReplyDesyncHandler extends ChannelDuplexHandler {

	private static final Log logger = LogFactory.getLog(ReplyDesyncHandler.class);

	private final BiConsumer<@Nullable Object, @Nullable Throwable> watch = (reply, failure) -> completed(failure);

	private @Nullable ChannelHandlerContext context;

	private volatile boolean broken;

	@Override
	public void handlerAdded(ChannelHandlerContext context) {
		this.context = context;
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		if (message instanceof Collection<?> commands) {
			commands.forEach(this::watch);
		}
		else {
			watch(message);
		}
		super.write(context, message, promise);
	}

	@SuppressWarnings("unchecked")
	private void watch(@Nullable Object command) {
		if (command instanceof CompleteableCommand<?> completeable) {
			((CompleteableCommand<Object>) completeable).onComplete(this.watch);
		}
	}

	private void completed(@Nullable Throwable failure) {
		if (failure == null || isHarmless(ReplyFailure.unwrap(failure))) {
			return;
		}
		// Set first, because this needs no memory and the following steps may fail
		this.broken = true;
		ChannelHandlerContext context = this.context;
		if (context != null && context.channel().isActive()) {
			close(context);
			logger.warn("The driver failed while reading from Redis; connecting again, "
					+ "because otherwise replies would be assigned to the wrong commands: " + failure);
		}
	}

	// The driver also abandons a command after an I/O error
	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
		boolean lost = cause instanceof IOException;
		this.broken = this.broken || lost;
		super.exceptionCaught(context, cause);
		if (lost && context.channel().isActive()) {
			close(context);
		}
	}

	// Whether replies are still assigned to the correct commands after a failure. They
	// are if the reply is an error, if the command is no longer awaited, or if a Cluster
	// redirected the command to a node that is unreachable or whose connection broke
	private static boolean isHarmless(Throwable failure) {
		return failure instanceof RedisCommandExecutionException || failure instanceof RedisCommandTimeoutException
				|| failure instanceof CancellationException || failure instanceof RedisConnectionException
				|| failure instanceof PartitionException || failure instanceof IOException
				|| failure.getClass() == RedisException.class;
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
		if (this.broken) {
			ReferenceCountUtil.release(message);
			close(context);
			return;
		}
		super.channelRead(context, message);
	}

	private static void close(ChannelHandlerContext context) {
		context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
		context.close();
	}

}
