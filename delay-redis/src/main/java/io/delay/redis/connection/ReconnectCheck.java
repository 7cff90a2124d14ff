// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.protocol.ConnectionWatchdog;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the driver connect again if it has made no attempt for a while after a connection
 * was closed. The driver relies on an event that any handler of the connection can lose.
 * Without that event, all commands would be rejected until the JVM is restarted.
 * <p>
 * An instance belongs to one connection of the driver and therefore sees the channels of
 * all its attempts. It never closes a channel. It requests an attempt only if the last
 * channel is closed and the driver, which attempts at least once a second, has opened no
 * other for longer than the timeout.
 */
final class ReconnectCheck {

	private static final Log logger = LogFactory.getLog(ReconnectCheck.class);

	private static final AttributeKey<ReconnectCheck> KEY = AttributeKey.valueOf(ReconnectCheck.class, "check");

	private final Duration pause;

	private volatile @Nullable Channel last;

	private ReconnectCheck(Duration pause) {
		this.pause = pause;
	}

	static void addTo(Bootstrap bootstrap, Duration pause) {
		bootstrap.attr(KEY, new ReconnectCheck(pause));
	}

	static void watch(Channel channel) {
		ReconnectCheck check = channel.attr(KEY).get();
		ConnectionWatchdog driver = channel.pipeline().get(ConnectionWatchdog.class);
		if (driver == null) {
			return; // the driver must not reconnect
		}
		check.last = channel;
		// Unlike channelInactive, this event passes no handlers
		channel.closeFuture().addListener((closed) -> check.schedule(channel, driver, check.pause));
	}

	private void schedule(Channel channel, ConnectionWatchdog driver, Duration after) {
		channel.eventLoop().schedule(() -> check(channel, driver, after), after.toNanos(), TimeUnit.NANOSECONDS);
	}

	// The driver does not listen before a connection was opened for the first time, and
	// after the connection was closed on purpose. The pauses become longer, because two
	// attempts at the same time would leave a connection that nothing closes.
	private void check(Channel channel, ConnectionWatchdog driver, Duration waited) {
		if (this.last == channel && driver.isListenOnChannelInactive()) {
			logger.warn("No attempt to connect to Redis was seen for " + waited.toMillis()
					+ " ms after a connection was closed; connecting again");
			driver.scheduleReconnect();
			schedule(channel, driver, waited.multipliedBy(2));
		}
	}

}
