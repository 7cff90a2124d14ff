// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;

/**
 * A client that waits for jobs. The wait ends once: with jobs, without jobs because its
 * time has passed, the client hands back the jobs, or the instance stops, or with an
 * exception. Later attempts to end it have no effect. Jobs that are reserved too late are
 * handed back, and so are jobs that the client does not receive.
 */
final class Waiter {

	private final ReserveCall call;

	private final Consumer<ReserveRequest> handBack;

	private final CompletableFuture<List<ReservedJob>> jobs = new CompletableFuture<>();

	/**
	 * Create a waiter.
	 * @param handBack hands back all jobs of a request; must return at once
	 */
	Waiter(ReserveCall call, Consumer<ReserveRequest> handBack) {
		this.call = call;
		this.handBack = handBack;
	}

	ReserveCall call() {
		return this.call;
	}

	CompletableFuture<List<ReservedJob>> jobs() {
		return this.jobs;
	}

	boolean isFor(String topic, String token) {
		return this.call.topic().equals(topic) && this.call.request().token().equals(token);
	}

	boolean isOver() {
		return this.jobs.isDone();
	}

	/**
	 * End the wait with jobs.
	 * @param reserved the jobs, which are handed back if the wait has already ended
	 */
	void receive(List<ReservedJob> reserved) {
		if (!this.jobs.complete(reserved) && !reserved.isEmpty()) {
			this.handBack.accept(this.call.request());
		}
	}

	/** End the wait without jobs. */
	void giveUp() {
		this.jobs.complete(List.of());
	}

	/** End the wait with an exception. */
	void fail(RuntimeException failure) {
		this.jobs.completeExceptionally(failure);
	}

	/**
	 * End the wait because the client has closed its connection. Jobs that were already
	 * reserved for it are handed back.
	 */
	void hangUp() {
		if (!this.jobs.complete(List.of()) && hasReceived()) {
			this.handBack.accept(this.call.request());
		}
	}

	private boolean hasReceived() {
		return !this.jobs.isCompletedExceptionally() && !this.jobs.join().isEmpty();
	}

}
