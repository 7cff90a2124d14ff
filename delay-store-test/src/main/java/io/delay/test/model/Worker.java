// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.util.ArrayList;
import java.util.List;

import io.delay.store.Lease;
import io.delay.store.ReserveResult;

/**
 * A worker of the model. It remembers every lease and every token, so that it can settle
 * late or twice.
 */
public final class Worker {

	private static final Lease NEVER_GIVEN = new Lease(Steps.TOPICS.get(0), "a", "nobody/1:1");

	private final String name;

	private final List<Lease> leases = new ArrayList<>();

	// Those of which it has not heard that they have ended
	private final List<Lease> open = new ArrayList<>();

	private final List<String> tokens = new ArrayList<>();

	Worker(String name) {
		this.name = name;
	}

	String nextToken() {
		String token = "host-" + this.name + "/" + this.name + ":" + (this.tokens.size() + 1);
		this.tokens.add(token);
		return token;
	}

	void learn(ReserveResult result) {
		result.jobs().forEach((job) -> {
			this.leases.add(job.lease());
			this.open.add(job.lease());
		});
	}

	boolean holdsLeases() {
		return !this.open.isEmpty();
	}

	void heardOfTheEndOf(Lease lease) {
		this.open.remove(lease);
	}

	// The latest open lease for 0, the one before for 1 and so on.
	Lease openLease(int age) {
		return this.open.isEmpty() ? anyLease(age) : this.open.get(index(age, this.open.size()));
	}

	// The same of all leases, whatever has become of them.
	Lease anyLease(int age) {
		return this.leases.isEmpty() ? NEVER_GIVEN : this.leases.get(index(age, this.leases.size()));
	}

	String token(int age) {
		return this.tokens.isEmpty() ? NEVER_GIVEN.token() : this.tokens.get(index(age, this.tokens.size()));
	}

	private static int index(int age, int size) {
		return size - 1 - age % size;
	}

}
