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

package io.delay.redis.submit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;

/**
 * Lets the submits of many threads share calls. One that finds few under way goes at
 * once; those that come meanwhile leave together as soon as a call returns, sent by the
 * thread of the driver that has read its reply. Nobody's failure becomes another's: what
 * was surely not executed each caller sends once more by itself.
 */
public final class SubmitCoalescer {

	/** While one is on its way back the server works on the other. */
	private static final int MAX_UNDER_WAY = 2;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final PartitionKeys partition;

	private final Lock lock = new ReentrantLock();

	/** Those without a flight; with the lock only. */
	private final Deque<PendingSubmit> waiting = new ArrayDeque<>();

	/** Likewise: one more whenever a flight is made, one less when it ends. */
	private int underWay;

	SubmitCoalescer(ScriptRunner runner, TopicRegistry topics, PartitionKeys partition) {
		this.runner = runner;
		this.topics = topics;
		this.partition = partition;
	}

	/**
	 * Store jobs.
	 * @param batch the jobs
	 * @return the reply of the script, as far as it is about them
	 * @throws NoReplyException if they may have been stored or not
	 * @throws org.springframework.dao.DataAccessException if they were not stored
	 */
	ScriptReply submit(SubmitBatch batch) {
		return arrive(board(batch));
	}

	/**
	 * Have jobs stored without waiting for it.
	 * @param batch the jobs
	 * @return who is to {@link #arrive}
	 */
	PendingSubmit board(SubmitBatch batch) {
		PendingSubmit passenger = new PendingSubmit(batch);
		SubmitCall flight;
		this.lock.lock();
		try {
			this.waiting.add(passenger);
			flight = nextFlight();
		}
		finally {
			this.lock.unlock();
		}
		send(flight);
		return passenger;
	}

	// Wait until the jobs are stored, by the thread that had them board.
	ScriptReply arrive(PendingSubmit passenger) {
		ScriptReply reply = await(passenger);
		return (reply != null) ? reply : this.topics.use(this.partition,
				() -> this.runner.run(RedisScript.SUBMIT, this.partition, passenger.batch().arguments(this.partition)));
	}

	// Only with the lock.
	private @Nullable SubmitCall nextFlight() {
		if (this.underWay == MAX_UNDER_WAY || this.waiting.isEmpty()) {
			return null;
		}
		SubmitCall flight = new SubmitCall(this.runner, this.partition, this::landed);
		while (!this.waiting.isEmpty() && flight.takes(this.waiting.element())) {
			this.waiting.remove();
		}
		this.underWay++;
		return flight;
	}

	// If it cannot be sent, then most likely those behind it cannot either, and new ones
	// may come without end: each finds out by itself, and this thread is free again.
	private void send(@Nullable SubmitCall flight) {
		if (flight != null && !flight.send()) {
			notSent().forEach(PendingSubmit::goAlone);
		}
	}

	private List<PendingSubmit> notSent() {
		this.lock.lock();
		try {
			this.underWay--;
			List<PendingSubmit> passengers = List.copyOf(this.waiting);
			this.waiting.clear();
			return passengers;
		}
		finally {
			this.lock.unlock();
		}
	}

	// By whichever thread learns that a reply is there, most often that of the driver.
	private void landed() {
		send(over());
	}

	private @Nullable SubmitCall over() {
		this.lock.lock();
		try {
			this.underWay--;
			return nextFlight();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable ScriptReply await(PendingSubmit passenger) {
		long timeout = this.runner.timeoutNanos();
		try {
			return passenger.await(timeout);
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

	private @Nullable ScriptReply awaitFlight(PendingSubmit passenger, SubmitCall flight) {
		try {
			return passenger.await(flight.untilTimeout());
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

	private DataAccessException failed(PendingSubmit passenger, Exception failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return flight(passenger, "", failure).translate(cause);
	}

	private DataAccessException interrupted(PendingSubmit passenger, InterruptedException interrupt) {
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
	private SubmitCall flight(PendingSubmit passenger, String message, Exception cause) {
		this.lock.lock();
		try {
			SubmitCall flight = passenger.flight();
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

}
