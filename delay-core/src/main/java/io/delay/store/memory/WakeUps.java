// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * The subscriptions to wake-ups.
 */
final class WakeUps {

	private static final Log logger = LogFactory.getLog(WakeUps.class);

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

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

	void send(String topic, Duration delay) {
		for (Subscription subscription : this.subscriptions) {
			if (subscription.topic.equals(topic)) {
				subscription.send(delay);
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
			try {
				this.listener.wakeUpIn(delay);
			}
			catch (RuntimeException ex) {
				logger.warn("A wake-up listener of topic '" + this.topic + "' failed; later wake-ups are still sent",
						ex);
			}
		}

		@Override
		public void close() {
			WakeUps.this.subscriptions.remove(this);
		}

	}

}
