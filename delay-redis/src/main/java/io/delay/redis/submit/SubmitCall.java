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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFailure;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;

/**
 * Several batches in one call. Filled under the lock of the flights; sent and ended by
 * one thread each.
 */
final class SubmitCall {

	private final ScriptRunner runner;

	private final PartitionKeys partition;

	private final Runnable onLanding;

	private final List<PendingSubmit> passengers = new ArrayList<>();

	private final SubmitBatch jobs = new SubmitBatch();

	private final long sentAt = System.nanoTime();

	/** Written by the thread that sends, read by passengers who give up. */
	private volatile @Nullable CompletableFuture<List<Object>> reply;

	/**
	 * Create a flight without passengers.
	 * @param runner sends the call
	 * @param partition where the jobs go
	 * @param onLanding told when the reply is there, before the passengers are, by the
	 * thread that has read it; not told if the call could not be sent
	 */
	SubmitCall(ScriptRunner runner, PartitionKeys partition, Runnable onLanding) {
		this.runner = runner;
		this.partition = partition;
		this.onLanding = onLanding;
	}

	/**
	 * Take a passenger on board, if there is room. Only with the lock of the flights.
	 * @param passenger the passenger
	 * @return whether there was room; always so for the first one
	 */
	boolean takes(PendingSubmit passenger) {
		if (!this.jobs.addAll(passenger.batch())) {
			return false;
		}
		this.passengers.add(passenger);
		passenger.board(this);
		return true;
	}

	/**
	 * Send the call.
	 * @return {@code false} if it could not be sent
	 */
	boolean send() {
		try {
			CompletableFuture<List<Object>> sent = this.runner.send(RedisScript.SUBMIT, this.partition,
					this.jobs.arguments(this.partition));
			if (sent == null) {
				this.passengers.forEach(PendingSubmit::goAlone);
				return false;
			}
			if (sent.isCompletedExceptionally()) {
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
			this.onLanding.run();
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
			distribute(this.runner.withoutFlags(reply, this.partition.topic()));
		}
		catch (Throwable ex) {
			fail(ex);
		}
	}

	private void distribute(ScriptReply results) {
		for (PendingSubmit passenger : this.passengers) {
			passenger.learn(results.nextPart(passenger.batch().replySize()));
		}
	}

	// Throws nothing, or the place of a call that could not be sent would be lost.
	// Passengers who learn nothing, for lack of memory, end by their timeout.
	private void fail(Throwable failure) {
		try {
			boolean again = ReplyFailure.isNotExecuted(failure);
			for (PendingSubmit passenger : this.passengers) {
				if (again) {
					passenger.goAlone();
				}
				else {
					passenger.fail(failure);
				}
			}
		}
		catch (Throwable ex) {
			// as said
		}
	}

	// What one of several batches was refused for may come after others were stored.
	DataAccessException translate(Throwable failure) {
		DataAccessException translated = this.runner.translate(failure);
		return (this.jobs.size() > 1 && failure instanceof RedisCommandExecutionException)
				? new NoReplyException("Redis refused a call after it may have executed a part of it", translated)
				: translated;
	}

	/**
	 * How long passengers have still to wait.
	 * @return nanoseconds, zero or less if that is over
	 */
	long untilTimeout() {
		return this.sentAt + this.runner.timeoutNanos() - System.nanoTime();
	}

	// Passengers learn that as a failure, unless the reply came meanwhile.
	void cancel() {
		CompletableFuture<List<Object>> sent = this.reply;
		if (sent != null) {
			sent.cancel(true);
		}
	}

}
