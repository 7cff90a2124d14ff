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

package io.delay.store.memory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * The subscriptions to wake-ups.
 */
final class WakeUps {

	private static final Log logger = LogFactory.getLog(WakeUps.class);

	private final Runnable awaitTransaction;

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	/**
	 * Held from the end of a transaction that has hints until the hints have been sent.
	 */
	private final Lock hints = new ReentrantLock();

	/**
	 * Create an object without subscriptions.
	 * @param awaitTransaction waits until the current transaction of the store has ended
	 */
	WakeUps(Runnable awaitTransaction) {
		this.awaitTransaction = awaitTransaction;
	}

	WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		Subscription subscription = new Subscription(topic, listener);
		this.subscriptions.add(subscription);
		subscription.send(Duration.ZERO);
		return subscription;
	}

	// Makes all consumers reserve at once.
	void sendAll() {
		this.subscriptions.forEach((subscription) -> subscription.send(Duration.ZERO));
	}

	// Must be called while holding the lock of the store.
	void beginHints() {
		this.hints.lock();
	}

	void endHints() {
		this.hints.unlock();
	}

	void send(String topic, Duration delay) {
		send(topic, (listener) -> listener.wakeUpIn(delay));
	}

	void send(String topic, Consumer<WakeUpListener> message) {
		for (Subscription subscription : this.subscriptions) {
			if (subscription.topic.equals(topic)) {
				subscription.send(message);
			}
		}
	}

	private final class Subscription implements WakeUpSubscription {

		private final String topic;

		private final WakeUpListener listener;

		private Subscription(String topic, WakeUpListener listener) {
			this.topic = topic;
			this.listener = listener;
		}

		private void send(Duration delay) {
			send((listener) -> listener.wakeUpIn(delay));
		}

		private void send(Consumer<WakeUpListener> message) {
			try {
				message.accept(this.listener);
			}
			catch (RuntimeException ex) {
				logger.warn("A wake-up listener of topic '" + this.topic + "' failed; later wake-ups are still sent",
						ex);
			}
		}

		@Override
		public boolean canSync() {
			return true;
		}

		@Override
		public boolean sync(Runnable onDelivered) {
			// A transaction that has begun may still lock the hints
			WakeUps.this.awaitTransaction.run();
			beginHints();
			endHints();
			onDelivered.run();
			return true;
		}

		@Override
		public void close() {
			WakeUps.this.subscriptions.remove(this);
		}

	}

}
