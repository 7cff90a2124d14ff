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

package io.delay.redis.wakeup;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * Knows which channels Redis has confirmed on the current connection, and determines when
 * all messages that Redis has published on a channel so far have been received. To do so,
 * it sends a {@code PING} on the same connection: Redis sends the reply after those
 * messages. This is not possible on a Redis Cluster, because the nodes also forward
 * messages to each other.
 * <p>
 * The thread that subscribes sets the connection. The driver's threads add channels when
 * Redis has confirmed them, and remove all channels when the connection is lost, because
 * messages may be lost from then on, and because Redis may refuse the channels when the
 * driver subscribes to them again.
 */
final class HintSync implements RedisConnectionStateListener {

	private final boolean clustered;

	private final Runnable onLoss;

	private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

	/** Counts lost connections, so that a late reply is ignored. */
	private final AtomicInteger losses = new AtomicInteger();

	private volatile @Nullable RedisPubSubAsyncCommands<?, ?> commands;

	/**
	 * Create an instance without a connection.
	 * @param clustered whether the connection is to a Redis Cluster
	 * @param onLoss called, on a thread of the driver, when messages may have been lost
	 */
	HintSync(boolean clustered, Runnable onLoss) {
		this.clustered = clustered;
		this.onLoss = onLoss;
	}

	// Called after the first subscription, whose confirmation may already have been
	// received.
	void connected(Object commands) {
		if (commands instanceof RedisPubSubAsyncCommands<?, ?> pubSub) {
			pubSub.getStatefulConnection().addListener(this);
			this.commands = pubSub;
			if (!pubSub.getStatefulConnection().isOpen()) {
				// Lost before the listener was added
				lose();
			}
		}
	}

	void disconnected() {
		this.commands = null;
		lose();
	}

	void confirmed(String channel) {
		this.confirmed.add(channel);
	}

	boolean isConfirmed(String channel) {
		return this.confirmed.contains(channel);
	}

	Set<String> confirmed() {
		return this.confirmed;
	}

	// Must be called before Redis ends the subscription, because messages are lost from
	// then on.
	void unsubscribing(String channel) {
		this.confirmed.remove(channel);
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
		RedisPubSubAsyncCommands<?, ?> present = this.commands;
		// The event of an earlier connection can be late
		if (present != null && present.getStatefulConnection() == connection) {
			lose();
		}
	}

	private void lose() {
		this.losses.incrementAndGet();
		this.confirmed.clear();
		this.onLoss.run();
	}

	boolean isPossible(String channel) {
		return !this.clustered && this.commands != null && isConfirmed(channel);
	}

	/**
	 * Request a call as soon as all messages that Redis has published on a channel so far
	 * have been received.
	 * @param channel the channel
	 * @param onReceived called on a thread of the driver, unless the connection is lost
	 * @return whether the request was sent
	 */
	boolean request(String channel, Runnable onReceived) {
		RedisPubSubAsyncCommands<?, ?> present = this.commands;
		int before = this.losses.get();
		if (this.clustered || present == null || !isConfirmed(channel)) {
			return false;
		}
		try {
			present.ping().thenRun(() -> {
				if (this.losses.get() == before) {
					onReceived.run();
				}
			});
			return true;
		}
		catch (RedisException ex) {
			return false;
		}
	}

}
