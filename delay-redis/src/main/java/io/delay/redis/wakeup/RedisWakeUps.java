// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.delay.redis.partition.TopicKeys;
import io.delay.redis.script.ReplyFailure;
import io.delay.store.WakeUpSubscription;
import io.delay.support.DaemonThread;

/**
 * Receives the wake-ups that scripts publish, over one connection, and passes them to
 * listeners.
 * <p>
 * {@link #listeners} contains the wanted channels and can be changed by any thread. Only
 * the thread of this class uses the connection. It subscribes and unsubscribes until the
 * channels that Redis has confirmed on this connection are the wanted ones, and retries
 * while Redis is unreachable or refuses them. After a lost connection the driver
 * subscribes again by itself, but only once and to all channels by one command, so the
 * thread then subscribes to those that were not confirmed. Every confirmation makes the
 * listeners check for jobs. Because a subscriber sends no commands, a silently lost
 * connection would not be noticed. The thread therefore sends a {@code PING} at regular
 * intervals, and the connection is closed if no reply is received.
 * <p>
 * Spring's {@code RedisMessageListenerContainer} is not used, because a channel that is
 * added to it while the connection is down never receives messages.
 */
public final class RedisWakeUps implements AutoCloseable {

	public static final Duration PING_INTERVAL = Duration.ofSeconds(20);

	private static final Duration TRY_AGAIN = Duration.ofMillis(500);

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

	private static final Log logger = LogFactory.getLog(RedisWakeUps.class);

	private final LettuceConnectionFactory connectionFactory;

	private final String namespace;

	private final Map<String, Set<WakeUpSubscriber>> listeners = new ConcurrentHashMap<>();

	private final ScheduledThreadPoolExecutor thread;

	// The listener of the current connection, or one that has confirmed nothing. Written
	// by the subscribing thread only.
	private volatile WakeUpMessageListener current = new WakeUpMessageListener(this);

	private @Nullable RedisConnection connection;

	private boolean retrying;

	private final Set<String> warned = new HashSet<>();

	public RedisWakeUps(LettuceConnectionFactory connectionFactory, String namespace, Duration pingInterval) {
		this.connectionFactory = connectionFactory;
		this.namespace = namespace;
		this.thread = new ScheduledThreadPoolExecutor(1, DaemonThread.factory("delay-wake-ups"));
		this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
		this.thread.scheduleWithFixedDelay(this::ping, pingInterval.toMillis(), pingInterval.toMillis(),
				TimeUnit.MILLISECONDS);
	}

	public WakeUpSubscription subscribe(String topic, Consumer<WakeUp> listener) {
		if (this.thread.isShutdown()) {
			throw new IllegalStateException(
					"Topic '" + topic + "' cannot be subscribed to, because the store is closed");
		}
		String channel = new TopicKeys(this.namespace, topic).channelName();
		WakeUpSubscriber subscriber = new WakeUpSubscriber(listener);
		this.listeners.compute(channel, (name, present) -> {
			Set<WakeUpSubscriber> all = (present != null) ? present : new CopyOnWriteArraySet<>();
			all.add(subscriber);
			return all;
		});
		if (this.current.confirmed().contains(channel)) {
			subscriber.wakeUp(WakeUp.CHECK_NOW);
		}
		execute(this::reconcile);
		return () -> unsubscribe(channel, subscriber);
	}

	@Override
	public void close() {
		this.listeners.clear();
		execute(this::disconnect);
		this.thread.shutdown();
		try {
			// Wait, because otherwise the caller may close the driver's client too early,
			// which then logs a warning about a connection that is closed twice
			this.thread.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void unsubscribe(String channel, WakeUpSubscriber subscriber) {
		this.listeners.computeIfPresent(channel, (name, present) -> {
			present.remove(subscriber);
			return present.isEmpty() ? null : present;
		});
		execute(this::reconcile);
	}

	private void execute(Runnable task) {
		try {
			this.thread.execute(task);
		}
		catch (RejectedExecutionException ex) {
			// The store is closed
		}
	}

	private void reconcile() {
		for (String channel : this.current.confirmed()) {
			if (!this.listeners.containsKey(channel)) {
				// Before Redis ends the subscription, because messages are lost from then
				// on
				this.current.confirmed().remove(channel);
				attempt(() -> unsubscribe(channel));
			}
		}
		for (String channel : this.listeners.keySet()) {
			if (!this.current.confirmed().contains(channel) && !attempt(() -> subscribe(channel))) {
				break;
			}
		}
		if (this.current.confirmed().containsAll(this.listeners.keySet())) {
			this.warned.clear();
		}
		else {
			retryLater();
		}
	}

	private void retryLater() {
		if (!this.retrying && !this.thread.isShutdown()) {
			this.retrying = true;
			this.thread.schedule(this::retry, TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
		}
	}

	private void retry() {
		this.retrying = false;
		reconcile();
	}

	// Returns whether the connection can be used for other channels: Redis refuses single
	// channels only because of permissions.
	private boolean attempt(Runnable command) {
		try {
			command.run();
			return true;
		}
		catch (Throwable ex) {
			logger.debug("Could not reach Redis for wake-ups, trying again", ex);
			Throwable refusal = NestedExceptionUtils.getMostSpecificCause(ex);
			boolean forbidden = ReplyFailure.isForbidden(refusal);
			String remedy = forbidden
					? "Grant the Redis user access to the channels (ACL SETUSER ... &" + this.namespace + ":*)"
					: ReplyFailure.isUnknownCommand(refusal)
							? "Remove the rename-command of this command, or use a proxy that supports it"
							: "Delay asks for them again every " + TRY_AGAIN.toMillis() + " ms";
			if (refusal instanceof RedisCommandExecutionException && this.warned.add(remedy)) {
				logger.warn("Redis refuses wake-ups, so jobs can be late by up to 18 seconds. " + remedy + ": "
						+ ReplyFailure.words(refusal));
			}
			return forbidden;
		}
	}

	private void subscribe(String channel) {
		byte[] name = channel.getBytes(StandardCharsets.UTF_8);
		Subscription subscription = subscription();
		if (subscription != null) {
			subscription.subscribe(name);
			return;
		}
		disconnect();
		RedisConnection fresh = this.connectionFactory.getConnection();
		this.connection = fresh;
		WakeUpMessageListener listener = new WakeUpMessageListener(this);
		this.current = listener;
		try {
			fresh.subscribe(listener, name);
		}
		finally {
			if (subscription() != null) {
				listener.watch(fresh.getNativeConnection());
			}
		}
	}

	private void unsubscribe(String channel) {
		Subscription subscription = subscription();
		if (subscription != null) {
			subscription.unsubscribe(channel.getBytes(StandardCharsets.UTF_8));
		}
	}

	private @Nullable Subscription subscription() {
		Subscription subscription = (this.connection != null) ? this.connection.getSubscription() : null;
		return (subscription != null && subscription.isAlive()) ? subscription : null;
	}

	private void ping() {
		RedisConnection present = this.connection;
		if (present != null && subscription() != null) {
			attempt(() -> ((BaseRedisAsyncCommands<?, ?>) present.getNativeConnection()).ping());
		}
	}

	private void disconnect() {
		RedisConnection present = this.connection;
		this.connection = null;
		this.current = new WakeUpMessageListener(this);
		if (present != null) {
			attempt(present::close);
		}
	}

	// Called on the driver's thread when the connection is lost. The driver has some time
	// to subscribe again before this class does.
	void lost() {
		execute(this::retryLater);
	}

	// Called on the driver's thread when Redis has confirmed a channel, for the first
	// time or after a lost connection. Wake-ups may have been missed before.
	void confirmed(WakeUpMessageListener source, String channel) {
		if (source == this.current) {
			wakeUp(channel, WakeUp.CHECK_NOW);
		}
	}

	// Called on the driver's thread.
	void wakeUp(String channel, WakeUp wakeUp) {
		this.listeners.getOrDefault(channel, Set.of()).forEach((subscriber) -> subscriber.wakeUp(wakeUp));
	}

	/**
	 * One subscription to wake-ups. Several subscriptions of the same listener are
	 * distinct.
	 */
	static final class WakeUpSubscriber {

		private static final Log logger = LogFactory.getLog(WakeUpSubscriber.class);

		private final Consumer<WakeUp> listener;

		WakeUpSubscriber(Consumer<WakeUp> listener) {
			this.listener = listener;
		}

		void wakeUp(WakeUp wakeUp) {
			try {
				this.listener.accept(wakeUp);
			}
			catch (RuntimeException ex) {
				logger.warn("A listener of wake-ups failed", ex);
			}
		}

	}

}
