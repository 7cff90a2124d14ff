// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;
import java.util.UUID;

import io.delay.jdbc.session.Sessions;

/**
 * Wake-ups by notifications of the database. A connection is occupied only while this
 * instance has consumers, or once it has had some.
 */
public final class DatabaseNotifications implements RemoteWakeUps {

	/** Longer than consumers sleep if other instances are not looked for. */
	private static final Duration SAFETY_CHECK = Duration.ofSeconds(20);

	private final NotificationSender sender;

	private final NotificationReceiver receiver;

	/** Other instances find later events by themselves in time. */
	private final Duration reach;

	private DatabaseNotifications(NotificationSender sender, NotificationReceiver receiver, Duration reach) {
		this.sender = sender;
		this.receiver = receiver;
		this.reach = reach;
	}

	// The table is one that all instances share and other applications do not
	public static RemoteWakeUps of(Sessions sessions, String table, LocalWakeUps wakeUps, Duration pollInterval) {
		String channel = sessions.dialect().channel(table);
		if (channel == null || !sessions.canListen()) {
			return NONE;
		}
		// An instance ignores its own notifications
		String origin = UUID.randomUUID().toString();
		return new DatabaseNotifications(new NotificationSender(sessions, channel, origin),
				new NotificationReceiver(sessions, channel, origin, wakeUps),
				pollInterval.isZero() ? SAFETY_CHECK : pollInterval.multipliedBy(2));
	}

	@Override
	public void publish(String topic, Duration delay) {
		if (delay.compareTo(this.reach) < 0) {
			this.sender.add(topic, delay);
		}
	}

	@Override
	public void subscribed() {
		this.receiver.start();
	}

	@Override
	public long received(String topic) {
		return this.receiver.received(topic);
	}

	@Override
	public void close() {
		this.sender.close();
		this.receiver.close();
	}

}
