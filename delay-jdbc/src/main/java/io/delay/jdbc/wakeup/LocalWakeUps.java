// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.delay.store.WakeUpListener;
import io.delay.store.WakeUpSubscription;

/**
 * The subscriptions to wake-ups in this JVM.
 */
public final class LocalWakeUps {

	private static final Log logger = LogFactory.getLog(LocalWakeUps.class);

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	public WakeUpSubscription subscribe(String topic, WakeUpListener listener) {
		Subscription subscription = new Subscription(topic, listener);
		this.subscriptions.add(subscription);
		subscription.send(Duration.ZERO);
		return () -> this.subscriptions.remove(subscription);
	}

	public Set<String> topics() {
		return this.subscriptions.stream().map(Subscription::topic).collect(Collectors.toSet());
	}

	public boolean isSubscribed(String topic) {
		return this.subscriptions.stream().anyMatch((subscription) -> subscription.topic().equals(topic));
	}

	public void send(String topic, Duration delay) {
		for (Subscription subscription : this.subscriptions) {
			if (subscription.topic().equals(topic)) {
				subscription.send(delay);
			}
		}
	}

	private record Subscription(String topic, WakeUpListener listener) {

		void send(Duration delay) {
			try {
				this.listener.wakeUpIn(delay);
			}
			catch (RuntimeException ex) {
				logger.warn("A wake-up listener of topic '" + this.topic + "' failed; later wake-ups are still sent",
						ex);
			}
		}

	}

}
