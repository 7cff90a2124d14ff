// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.protocol.CommandHandler;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Closes a connection whose server does not reply to a request, so that the driver
 * connects again and rejects commands until then. A server that has lost power or is cut
 * off from the network does not close its connections, and the operating system can take
 * a quarter of an hour to notice.
 */
final class ReplyTimeoutHandler extends ChannelDuplexHandler {

	private static final Log logger = LogFactory.getLog(ReplyTimeoutHandler.class);

	/** How long further warnings are logged as debug messages. */
	private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

	private final long timeoutNanos;

	private final AtomicLong nextWarning;

	/**
	 * When data was last received or, if no reply was outstanding then, when the next
	 * request was sent, as a {@link System#nanoTime()} value.
	 */
	private long askedAt;

	private boolean waiting;

	private boolean checking;

	ReplyTimeoutHandler(Duration timeout, AtomicLong nextWarning) {
		this.timeoutNanos = timeout.toNanos();
		this.nextWarning = nextWarning;
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		if (!this.waiting) {
			this.waiting = true;
			this.askedAt = System.nanoTime();
			if (!this.checking) {
				checkIn(context, this.timeoutNanos);
			}
		}
		super.write(context, message, promise);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
		super.channelRead(context, message);
		this.waiting = this.waiting && awaitsReply(context);
		this.askedAt = System.nanoTime();
	}

	private static boolean awaitsReply(ChannelHandlerContext context) {
		CommandHandler commands = context.pipeline().get(CommandHandler.class);
		return commands != null && !commands.getStack().isEmpty();
	}

	// At most one check is scheduled at a time, however many requests there are.
	private void checkIn(ChannelHandlerContext context, long nanos) {
		this.checking = true;
		context.executor().schedule(() -> check(context), nanos, TimeUnit.NANOSECONDS);
	}

	private void check(ChannelHandlerContext context) {
		this.checking = false;
		if (!this.waiting || !context.channel().isActive()) {
			return;
		}
		long remaining = this.askedAt + this.timeoutNanos - System.nanoTime();
		if (remaining > 0) {
			checkIn(context, remaining);
			return;
		}
		String silence = "Redis has sent no reply for " + Duration.ofNanos(this.timeoutNanos).toMillis() + " ms";
		log(silence + " on a connection to " + context.channel().remoteAddress() + "; connecting again");
		// Data that is still in transit must not arrive after data of the new connection.
		context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
		// The driver logs this failure of a handshake without a stack trace
		context.fireExceptionCaught(new RedisCommandTimeoutException(silence));
		context.close();
	}

	// During an outage, each attempt of each connection ends here.
	private void log(String message) {
		long now = System.nanoTime();
		long next = this.nextWarning.get();
		if (now - next >= 0 && this.nextWarning.compareAndSet(next, now + QUIET_NANOS)) {
			logger.warn(message + " (for a minute, further connections are logged at DEBUG)");
		}
		else {
			logger.debug(message);
		}
	}

}
