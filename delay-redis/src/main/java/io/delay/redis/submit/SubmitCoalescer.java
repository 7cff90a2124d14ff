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

	/** Those without a call; guarded by the lock. */
	private final Deque<PendingSubmit> waiting = new ArrayDeque<>();

	/**
	 * How many calls were made and have not ended; guarded by the lock.
	 */
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
		return awaitReply(enqueue(batch));
	}

	/**
	 * Have jobs stored without waiting for it.
	 * @param batch the jobs
	 * @return what to pass to {@link #awaitReply}
	 */
	PendingSubmit enqueue(SubmitBatch batch) {
		PendingSubmit submit = new PendingSubmit(batch);
		SubmitCall call;
		this.lock.lock();
		try {
			this.waiting.add(submit);
			call = nextCall();
		}
		finally {
			this.lock.unlock();
		}
		send(call);
		return submit;
	}

	// Wait until the jobs are stored, on the thread that enqueued them.
	ScriptReply awaitReply(PendingSubmit submit) {
		ScriptReply reply = await(submit);
		return (reply != null) ? reply : this.topics.use(this.partition,
				() -> this.runner.run(RedisScript.SUBMIT, this.partition, submit.batch().arguments(this.partition)));
	}

	// Only with the lock.
	private @Nullable SubmitCall nextCall() {
		if (this.underWay == MAX_UNDER_WAY || this.waiting.isEmpty()) {
			return null;
		}
		SubmitCall call = new SubmitCall(this.runner, this.partition, this::replyReceived);
		while (!this.waiting.isEmpty() && call.offer(this.waiting.element())) {
			this.waiting.remove();
		}
		this.underWay++;
		return call;
	}

	// If it cannot be sent, then most likely those behind it cannot either, and new ones
	// may come without end: each finds out by itself, and this thread is free again.
	private void send(@Nullable SubmitCall call) {
		if (call != null && !call.send()) {
			notSent().forEach(PendingSubmit::sendSeparately);
		}
	}

	private List<PendingSubmit> notSent() {
		this.lock.lock();
		try {
			this.underWay--;
			List<PendingSubmit> submits = List.copyOf(this.waiting);
			this.waiting.clear();
			return submits;
		}
		finally {
			this.lock.unlock();
		}
	}

	// By whichever thread learns that a reply is there, most often that of the driver.
	private void replyReceived() {
		send(releaseSlot());
	}

	private @Nullable SubmitCall releaseSlot() {
		this.lock.lock();
		try {
			this.underWay--;
			return nextCall();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable ScriptReply await(PendingSubmit submit) {
		long timeout = this.runner.timeoutNanos();
		try {
			return submit.await(timeout);
		}
		catch (TimeoutException ex) {
			return awaitCall(submit, callOf(submit, "Redis is too slow, no call went out within "
					+ Duration.ofNanos(timeout).toMillis() + " ms; nothing was sent", ex));
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(submit, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(submit, ex);
		}
	}

	private @Nullable ScriptReply awaitCall(PendingSubmit submit, SubmitCall call) {
		try {
			return submit.await(call.untilTimeout());
		}
		catch (TimeoutException ex) {
			call.cancel();
			throw new NoReplyException(
					"Redis gave no reply within " + Duration.ofNanos(this.runner.timeoutNanos()).toMillis() + " ms",
					ex);
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(submit, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(submit, ex);
		}
	}

	private DataAccessException failed(PendingSubmit submit, Exception failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		return callOf(submit, "", failure).translate(cause);
	}

	private DataAccessException interrupted(PendingSubmit submit, InterruptedException interrupt) {
		Thread.currentThread().interrupt();
		callOf(submit, "Interrupted while waiting for Redis; nothing was sent", interrupt);
		return new NoReplyException("Interrupted while waiting for Redis", interrupt);
	}

	/**
	 * Return the call of a batch. If there is none yet, the batch is not sent any more.
	 * @param submit the batch
	 * @param message the message of the exception
	 * @param cause the cause of the exception
	 * @return the call
	 * @throws RedisConnectionFailureException if the batch was still waiting for a call
	 */
	private SubmitCall callOf(PendingSubmit submit, String message, Exception cause) {
		this.lock.lock();
		try {
			SubmitCall call = submit.call();
			if (call == null) {
				this.waiting.remove(submit);
				throw new RedisConnectionFailureException(message, cause);
			}
			return call;
		}
		finally {
			this.lock.unlock();
		}
	}

}
