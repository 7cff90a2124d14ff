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

package io.delay.redis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Lets the submits of many threads share calls. One that finds few under way goes at
 * once; those that come meanwhile leave together as soon as a call returns, sent by the
 * thread of the driver that has read its reply. Nobody's failure becomes another's: what
 * was surely not executed each caller sends once more by itself.
 */
final class SubmitFlights {

	/** While one is on its way back the server works on the other. */
	private static final int MAX_UNDER_WAY = 2;

	private final ScriptRunner runner;

	private final PartitionKeys partition;

	private final Lock lock = new ReentrantLock();

	private final Deque<Passenger> waiting = new ArrayDeque<>();

	private int underWay;

	SubmitFlights(ScriptRunner runner, PartitionKeys partition) {
		this.runner = runner;
		this.partition = partition;
	}

	/**
	 * Store jobs.
	 * @param batch the jobs
	 * @return the reply of the script, as far as it is about them
	 * @throws NoReplyException if they may have been stored or not
	 * @throws org.springframework.dao.DataAccessException if they were not stored
	 */
	List<Object> submit(SubmitBatch batch) {
		Passenger passenger = new Passenger(batch);
		Flight flight;
		this.lock.lock();
		try {
			this.waiting.add(passenger);
			flight = nextFlight();
		}
		finally {
			this.lock.unlock();
		}
		send(flight);
		List<Object> reply = await(passenger);
		return (reply != null) ? reply
				: this.runner.run(RedisScript.SUBMIT, this.partition, batch.arguments(this.partition));
	}

	// Only with the lock.
	private @Nullable Flight nextFlight() {
		if (this.underWay == MAX_UNDER_WAY || this.waiting.isEmpty()) {
			return null;
		}
		Flight flight = new Flight();
		while (!this.waiting.isEmpty() && flight.takes(this.waiting.element())) {
			this.waiting.remove();
		}
		this.underWay++;
		return flight;
	}

	// If it cannot be sent, then most likely those behind it cannot either, and new ones
	// may come without end: each finds out by itself, and this thread is free again.
	private void send(@Nullable Flight flight) {
		if (flight != null && !flight.send()) {
			notSent().forEach(Passenger::goAlone);
		}
	}

	private List<Passenger> notSent() {
		this.lock.lock();
		try {
			this.underWay--;
			List<Passenger> passengers = List.copyOf(this.waiting);
			this.waiting.clear();
			return passengers;
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Flight over() {
		this.lock.lock();
		try {
			this.underWay--;
			return nextFlight();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable List<Object> await(Passenger passenger) {
		long timeout = this.runner.timeoutNanos();
		try {
			return passenger.reply.get(timeout, TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return awaitFlight(passenger, flight(passenger, "Redis is too slow, no call went out within "
					+ Duration.ofNanos(timeout).toMillis() + " ms; nothing was sent", ex));
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(passenger, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(passenger, ex);
		}
	}

	private @Nullable List<Object> awaitFlight(Passenger passenger, Flight flight) {
		try {
			return passenger.reply.get(flight.untilTimeout(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			flight.cancel();
			throw new NoReplyException(
					"Redis gave no reply within " + Duration.ofNanos(this.runner.timeoutNanos()).toMillis() + " ms",
					ex);
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(passenger, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(passenger, ex);
		}
	}

	private DataAccessException failed(Passenger passenger, Exception failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return flight(passenger, "", failure).translate(cause);
	}

	private DataAccessException interrupted(Passenger passenger, InterruptedException interrupt) {
		Thread.currentThread().interrupt();
		flight(passenger, "Interrupted while waiting for Redis; nothing was sent", interrupt);
		return new NoReplyException("Interrupted while waiting for Redis", interrupt);
	}

	/**
	 * The flight of a passenger, who gives up if it is none.
	 * @param passenger the passenger
	 * @param message what to say in that case
	 * @param cause why
	 * @return the flight
	 * @throws RedisConnectionFailureException if the passenger was still waiting for one
	 */
	private Flight flight(Passenger passenger, String message, Exception cause) {
		this.lock.lock();
		try {
			Flight flight = passenger.flight;
			if (flight == null) {
				this.waiting.remove(passenger);
				throw new RedisConnectionFailureException(message, cause);
			}
			return flight;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Several batches in one call. Filled under the lock; sent and ended by one thread
	 * each.
	 */
	private final class Flight {

		private final List<Passenger> passengers = new ArrayList<>();

		private final SubmitBatch jobs = new SubmitBatch();

		private final long sentAt = System.nanoTime();

		private volatile @Nullable RedisFuture<List<Object>> reply;

		boolean takes(Passenger passenger) {
			if (!this.jobs.addAll(passenger.batch)) {
				return false;
			}
			this.passengers.add(passenger);
			passenger.flight = this;
			return true;
		}

		/**
		 * Send the call.
		 * @return {@code false} if it could not be sent
		 */
		boolean send() {
			try {
				RedisFuture<List<Object>> sent = SubmitFlights.this.runner.send(RedisScript.SUBMIT,
						SubmitFlights.this.partition, this.jobs.arguments(SubmitFlights.this.partition));
				if (sent == null) {
					this.passengers.forEach(Passenger::goAlone);
					return false;
				}
				if (sent.toCompletableFuture().isCompletedExceptionally()) {
					sent.whenComplete(this::tell);
					return false;
				}
				this.reply = sent;
				sent.whenComplete(this::landed);
				return true;
			}
			catch (Throwable ex) {
				fail(ex);
				return false;
			}
		}

		private void landed(List<Object> reply, @Nullable Throwable failure) {
			try {
				SubmitFlights.this.send(over());
			}
			finally {
				tell(reply, failure);
			}
		}

		private void tell(List<Object> reply, @Nullable Throwable failure) {
			if (failure != null) {
				fail(failure);
				return;
			}
			try {
				distribute(SubmitFlights.this.runner.withoutFlags(reply, SubmitFlights.this.partition.topic()));
			}
			catch (Throwable ex) {
				fail(ex);
			}
		}

		private void distribute(List<Object> results) {
			int from = 0;
			for (Passenger passenger : this.passengers) {
				int to = from + passenger.batch.replySize();
				passenger.reply.complete(results.subList(from, to));
				from = to;
			}
		}

		// Throws nothing, or the place of a call that could not be sent would be lost.
		// Passengers who learn nothing, for lack of memory, end by their timeout.
		private void fail(Throwable failure) {
			try {
				boolean again = ReplyFailure.isNotExecuted(failure);
				for (Passenger passenger : this.passengers) {
					if (again) {
						passenger.goAlone();
					}
					else {
						passenger.reply.completeExceptionally(failure);
					}
				}
			}
			catch (Throwable ex) {
				// as said
			}
		}

		// What one of several batches was refused for may come after others were stored.
		DataAccessException translate(Throwable failure) {
			DataAccessException translated = ReplyFailure.translate(failure);
			return (this.jobs.size() > 1 && failure instanceof RedisCommandExecutionException)
					? new NoReplyException("Redis refused a call after it may have executed a part of it", translated)
					: translated;
		}

		long untilTimeout() {
			return this.sentAt + SubmitFlights.this.runner.timeoutNanos() - System.nanoTime();
		}

		void cancel() {
			RedisFuture<List<Object>> sent = this.reply;
			if (sent != null) {
				sent.cancel(true);
			}
		}

	}

	/**
	 * The batch of one thread, which waits for its reply.
	 */
	private static final class Passenger {

		private final SubmitBatch batch;

		/** Empty if the thread is to send the batch by itself. */
		private final CompletableFuture<@Nullable List<Object>> reply = new CompletableFuture<>();

		/** Set once, when it is no longer waiting; guarded by the lock. */
		private @Nullable Flight flight;

		Passenger(SubmitBatch batch) {
			this.batch = batch;
		}

		void goAlone() {
			this.reply.complete(null);
		}

	}

}
