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

package io.delay.drill;

import java.util.function.BooleanSupplier;

/**
 * Submits jobs with ids of its own, and repeats each submit until it is confirmed.
 */
final class Producer implements Runnable {

	/** So that consumers are faster than producers. */
	private static final long PAUSE_MILLIS = 20;

	private final JobClient client;

	private final Ledger ledger;

	private final String name;

	private final BooleanSupplier isOver;

	Producer(String name, JobClient client, Ledger ledger, BooleanSupplier isOver) {
		this.name = name;
		this.client = client;
		this.ledger = ledger;
		this.isOver = isOver;
	}

	@Override
	public void run() {
		for (int number = 0; !this.isOver.getAsBoolean(); number++) {
			String id = this.name + "-" + number;
			Answer answer = submit(id);
			while (!answer.isDone()) {
				Load.pauseAfter(answer);
				answer = submit(id);
			}
			Load.pause(PAUSE_MILLIS);
		}
	}

	private Answer submit(String id) {
		Answer answer = this.client.submit(id, "1");
		this.ledger.trail(id).submitted(answer);
		return answer;
	}

}
