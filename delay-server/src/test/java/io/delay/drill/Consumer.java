// SPDX-License-Identifier: Apache-2.0

package io.delay.drill;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Reserves jobs, handles and acknowledges them. If an answer is lost, it does what the
 * documentation advises: it hands back what it has not received, and repeats what it has
 * settled.
 */
final class Consumer implements Runnable {

	private static final Duration WAIT = Duration.ofSeconds(2);

	private static final int LIMIT = 5;

	private final JobClient client;

	private final Ledger ledger;

	private final Duration ttr;

	private final BooleanSupplier isOver;

	Consumer(JobClient client, Ledger ledger, Duration ttr, BooleanSupplier isOver) {
		this.client = client;
		this.ledger = ledger;
		this.ttr = ttr;
		this.isOver = isOver;
	}

	@Override
	public void run() {
		while (!this.isOver.getAsBoolean()) {
			String reservation = JobClient.newReservation();
			Answer answer = this.client.reserve(reservation, WAIT, this.ttr, LIMIT);
			if (answer.isLost()) {
				handBack(reservation);
			}
			else if (!answer.isDone()) {
				Load.pauseAfter(answer);
			}
			answer.leases().forEach(this::handle);
		}
	}

	private void handBack(String reservation) {
		Answer answer = this.client.handBack(reservation);
		while (!answer.isDone() && !this.isOver.getAsBoolean()) {
			Load.pauseAfter(answer);
			answer = this.client.handBack(reservation);
		}
	}

	private void handle(Answer.Lease lease) {
		JobTrail trail = this.ledger.trail(lease.id());
		trail.handled(lease);
		Answer answer = ack(trail, lease);
		while (!isSettled(answer) && !this.isOver.getAsBoolean()) {
			Load.pauseAfter(answer);
			answer = ack(trail, lease);
		}
	}

	private Answer ack(JobTrail trail, Answer.Lease lease) {
		Answer answer = this.client.ack(lease);
		trail.acked(answer);
		return answer;
	}

	// The lease is lost if an earlier ack was carried out and its answer was lost
	private static boolean isSettled(Answer answer) {
		return answer.isDone() || answer.status() == 409;
	}

}
