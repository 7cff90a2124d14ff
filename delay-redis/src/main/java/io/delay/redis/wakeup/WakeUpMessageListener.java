// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.SubscriptionListener;

/**
 * Receives the messages, the confirmations of channels and the loss of one connection for
 * wake-ups. A message has the form {@code partition:time in ms:microseconds until then}.
 * Any other message makes the listeners check for jobs, which is harmless.
 */
final class WakeUpMessageListener implements MessageListener, SubscriptionListener, RedisConnectionStateListener {

	private static final Pattern MESSAGE = Pattern.compile("(\\d{1,9}):(\\d{1,15}):(\\d{1,18})");

	private final RedisWakeUps wakeUps;

	/**
	 * The channels that Redis has confirmed. The driver's threads add channels, and
	 * remove all of them when the connection is lost, because messages may be lost from
	 * then on, and because Redis may refuse the channels when the driver subscribes to
	 * them again. The subscribing thread removes a channel.
	 */
	private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

	WakeUpMessageListener(RedisWakeUps wakeUps) {
		this.wakeUps = wakeUps;
	}

	Set<String> confirmed() {
		return this.confirmed;
	}

	// Called after the first subscription, whose confirmation may already have been
	// received.
	void watch(Object commands) {
		if (commands instanceof RedisPubSubAsyncCommands<?, ?> pubSub) {
			pubSub.getStatefulConnection().addListener(this);
			if (!pubSub.getStatefulConnection().isOpen()) {
				// Lost before the listener was added
				lose();
			}
		}
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
		lose();
	}

	private void lose() {
		this.confirmed.clear();
		this.wakeUps.lost();
	}

	@Override
	public void onMessage(Message message, byte @Nullable [] pattern) {
		Matcher event = MESSAGE.matcher(text(message.getBody()));
		this.wakeUps.wakeUp(text(message.getChannel()), event.matches() ? wakeUp(event) : WakeUp.CHECK_NOW);
	}

	private static WakeUp wakeUp(Matcher matcher) {
		return new WakeUp(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)),
				Duration.of(Long.parseLong(matcher.group(3)), ChronoUnit.MICROS));
	}

	@Override
	public void onChannelSubscribed(byte[] channel, long count) {
		this.confirmed.add(text(channel));
		this.wakeUps.confirmed(this, text(channel));
	}

	// Can be late, if the driver has subscribed to the channel again in the meantime.
	@Override
	public void onChannelUnsubscribed(byte[] channel, long count) {
		this.confirmed.remove(text(channel));
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
