// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;

/**
 * Adds a {@link ReplyTimeoutHandler}, a {@link ReplyDesyncHandler}, a
 * {@link LostReplyHandler} and a {@link ReconnectCheck} to every connection, in addition
 * to the customizations of the application. None of them may delay
 * {@code channelInactive}: afterwards the pipeline has no handlers, and the driver would
 * never connect again.
 */
final class HandlerNettyCustomizer implements NettyCustomizer {

	private final NettyCustomizer application;

	private final Duration timeout;

	private final Duration longestAttempt;

	private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

	HandlerNettyCustomizer(NettyCustomizer application, Duration timeout, Duration longestAttempt) {
		this.application = application;
		this.timeout = timeout;
		this.longestAttempt = longestAttempt;
	}

	@Override
	public void afterBootstrapInitialized(Bootstrap bootstrap) {
		this.application.afterBootstrapInitialized(bootstrap);
		ReconnectCheck.addTo(bootstrap, this.longestAttempt.plus(DerivedConnectionFactories.LONGEST_RECONNECT_DELAY));
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		this.application.afterChannelInitialized(channel);
		ChannelPipeline pipeline = channel.pipeline();
		LostReplyHandler.addTo(pipeline);
		pipeline.addBefore(pipeline.context(CommandHandler.class).name(), null, new ReplyDesyncHandler());
		pipeline.addFirst(new ReplyTimeoutHandler(this.timeout, this.nextWarning));
		ReconnectCheck.watch(channel);
	}

}
