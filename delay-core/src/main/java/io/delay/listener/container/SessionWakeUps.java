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

package io.delay.listener.container;

import java.time.Duration;

import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.poll.PollTimer;
import io.delay.store.Lease;
import io.delay.store.LeaseTokens;
import io.delay.store.WakeUpListener;

/**
 * Passes the wake-ups and hints of the store to the components of a session.
 */
final class SessionWakeUps implements WakeUpListener {

	private final PollTimer timer;

	private final JobDispatcher dispatcher;

	/** The name of the poller of this session, which its lease tokens contain. */
	private final String poller;

	SessionWakeUps(PollTimer timer, JobDispatcher dispatcher, String poller) {
		this.timer = timer;
		this.dispatcher = dispatcher;
		this.poller = poller;
	}

	@Override
	public void wakeUpIn(Duration delay) {
		this.timer.wakeUpIn(delay);
	}

	@Override
	public void leaseVoided(Lease lease) {
		if (LeaseTokens.pollerOf(lease.token()).equals(this.poller)) {
			this.dispatcher.leaseVoided(lease);
		}
	}

	@Override
	public void recalled() {
		this.dispatcher.recalled();
	}

}
