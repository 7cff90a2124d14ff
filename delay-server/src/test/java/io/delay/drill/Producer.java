// SPDX-License-Identifier: Apache-2.0

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
