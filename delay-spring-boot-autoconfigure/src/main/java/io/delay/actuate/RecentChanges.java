// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import org.springframework.context.event.EventListener;

import io.delay.actuate.descriptor.ChangeDescriptor;
import io.delay.event.DelayAdminEvent;

/**
 * Remembers the last changes by operators through this instance. The thread that
 * publishes events adds them, and requests read them. Internal to Delay: may change
 * without notice.
 *
 * @since 0.1.0
 * @hidden
 */
public final class RecentChanges {

	private static final int MAX = 100;

	private final InstantSource clock;

	/** The newest one first. */
	private final Deque<ChangeDescriptor.Recent.Change> changes = new ArrayDeque<>();

	public RecentChanges(InstantSource clock) {
		this.clock = clock;
	}

	@EventListener
	synchronized void changed(DelayAdminEvent event) {
		this.changes.addFirst(new ChangeDescriptor.Recent.Change(this.clock.instant(), event.operator().name(),
				event.action(), event.topic(), event.jobs(), event.complete()));
		while (this.changes.size() > MAX) {
			this.changes.removeLast();
		}
	}

	synchronized ChangeDescriptor.Recent describe() {
		return new ChangeDescriptor.Recent(List.copyOf(this.changes));
	}

}
