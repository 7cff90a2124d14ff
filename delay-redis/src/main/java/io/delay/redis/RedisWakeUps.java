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

package io.delay.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * Brings the wake-ups that scripts publish to their listeners, over one connection.
 * <p>
 * {@link #listeners} says which channels are wanted; any thread changes it.
 * {@link #subscribed} says which ones Redis has confirmed; the driver's thread adds, the
 * thread of this class removes. That thread alone owns the connection and makes one match
 * the other, trying again while Redis is away. After a lost connection the driver
 * subscribes anew by itself, and every confirmation makes the listeners look.
 * <p>
 * Spring's {@code RedisMessageListenerContainer} is not used: a channel that is added to
 * it while the connection is down stays deaf.
 */
final class RedisWakeUps implements AutoCloseable {

	private static final Duration TRY_AGAIN = Duration.ofMillis(500);

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

	private static final Log logger = LogFactory.getLog(RedisWakeUps.class);

	private final LettuceConnectionFactory connectionFactory;

	private final String namespace;

	private final Map<String, Set<WakeUpListener>> listeners = new ConcurrentHashMap<>();

	private final Set<String> subscribed = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor thread;

	private @Nullable RedisConnection connection;

	RedisWakeUps(LettuceConnectionFactory connectionFactory, String namespace) {
		this.connectionFactory = connectionFactory;
		this.namespace = namespace;
		CustomizableThreadFactory threads = new CustomizableThreadFactory("delay-wake-ups-");
		threads.setDaemon(true);
		this.thread = new ScheduledThreadPoolExecutor(1, threads);
		this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		String channel = PartitionKeys.channel(this.namespace, topic);
		this.listeners.compute(channel, (name, present) -> {
			Set<WakeUpListener> all = (present != null) ? present : new CopyOnWriteArraySet<>();
			all.add(listener);
			return all;
		});
		if (this.subscribed.contains(channel)) {
			wakeUp(listener, Duration.ZERO);
		}
		this.thread.execute(this::reconcile);
		return () -> unsubscribe(channel, listener);
	}

	/**
	 * End all wake-ups and close the connection.
	 */
	@Override
	public void close() {
		this.listeners.clear();
		try {
			this.thread.execute(this::disconnect);
		}
		catch (RejectedExecutionException ex) {
			// closed before
		}
		this.thread.shutdown();
		try {
			// else the driver's client is closed meanwhile and warns of a connection
			// closed twice
			this.thread.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void unsubscribe(String channel, WakeUpListener listener) {
		this.listeners.computeIfPresent(channel, (name, present) -> {
			present.remove(listener);
			return present.isEmpty() ? null : present;
		});
		try {
			this.thread.execute(this::reconcile);
		}
		catch (RejectedExecutionException ex) {
			// closed before
		}
	}

	private void reconcile() {
		try {
			for (String channel : this.subscribed) {
				if (!this.listeners.containsKey(channel)) {
					this.subscribed.remove(channel);
					unsubscribe(channel);
				}
			}
			for (String channel : this.listeners.keySet()) {
				if (!this.subscribed.contains(channel)) {
					subscribe(channel);
				}
			}
		}
		catch (RuntimeException ex) {
			logger.debug("Could not reach Redis for wake-ups, trying again", ex);
		}
		if (!this.subscribed.containsAll(this.listeners.keySet()) && !this.thread.isShutdown()) {
			this.thread.schedule(this::reconcile, TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
		}
	}

	private void subscribe(String channel) {
		byte[] name = channel.getBytes(StandardCharsets.UTF_8);
		Subscription subscription = (this.connection != null) ? this.connection.getSubscription() : null;
		if (subscription != null && subscription.isAlive()) {
			subscription.subscribe(name);
			return;
		}
		disconnect();
		RedisConnection fresh = this.connectionFactory.getConnection();
		this.connection = fresh;
		fresh.subscribe(new WakeUpMessageListener(this), name);
	}

	private void unsubscribe(String channel) {
		Subscription subscription = (this.connection != null) ? this.connection.getSubscription() : null;
		if (subscription != null && subscription.isAlive()) {
			subscription.unsubscribe(channel.getBytes(StandardCharsets.UTF_8));
		}
	}

	private void disconnect() {
		RedisConnection present = this.connection;
		this.connection = null;
		this.subscribed.clear();
		if (present != null) {
			try {
				present.close();
			}
			catch (RuntimeException ex) {
				logger.debug("Could not close the connection for wake-ups", ex);
			}
		}
	}

	// Called on the driver's thread when Redis has confirmed a channel, at first and
	// after every lost connection: wake-ups may have been missed.
	void confirmed(String channel) {
		this.subscribed.add(channel);
		wakeUp(channel, Duration.ZERO);
	}

	// Called on the driver's thread.
	void wakeUp(String channel, Duration delay) {
		this.listeners.getOrDefault(channel, Set.of()).forEach((listener) -> wakeUp(listener, delay));
	}

	private static void wakeUp(WakeUpListener listener, Duration delay) {
		try {
			listener.wakeUpIn(delay);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener of wake-ups failed", ex);
		}
	}

}
