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
