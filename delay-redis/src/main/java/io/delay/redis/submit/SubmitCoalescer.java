// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ReplyFailure;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.redis.topic.TopicRegistry;
import io.delay.store.share.SharedCalls;

/**
 * Combines the submits of many threads into shared calls. A submit is sent at once if
 * fewer than two calls are in progress. Otherwise it waits until a call returns. The
 * driver thread that has read the reply then sends all waiting submits together. A
 * failure of one submit does not affect the others: if a call is known not to have been
 * executed, each thread sends its own batch again.
 */
public final class SubmitCoalescer {

	/**
	 * The maximum number of calls in progress. While the reply to one call is in transit,
	 * the server executes the other call.
	 */
	private static final int MAX_IN_PROGRESS = 2;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final PartitionKeys partition;

	private final SharedCalls<SubmitBatch, Call> calls = new SharedCalls<>(MAX_IN_PROGRESS, Call::new);

	SubmitCoalescer(ScriptRunner runner, TopicRegistry topics, PartitionKeys partition) {
		this.runner = runner;
		this.topics = topics;
		this.partition = partition;
	}

	// The calling thread must then wait for the reply
	void enqueue(SubmitBatch batch) {
		send(this.calls.add(batch));
	}

	/**
	 * Return the part of the script's reply that concerns these jobs. A
	 * {@link NoReplyException} means that it is unknown whether they were stored, every
	 * other {@link DataAccessException} that they were not. Must be called by the thread
	 * that submitted the jobs.
	 */
	ScriptReply awaitReply(SubmitBatch batch) {
		ScriptReply reply = await(batch);
		return (reply != null) ? reply : this.topics.use(this.partition, () -> sendNow(batch));
	}

	private ScriptReply sendNow(SubmitBatch batch) {
		ScriptReply reply = run(batch.separateScript(), batch);
		return reply.hasNext() ? reply : run(RedisScript.SUBMIT, batch);
	}

	private ScriptReply run(RedisScript script, SubmitBatch batch) {
		return this.runner.run(script, this.partition, new ScriptArguments(this.partition).addAll(batch.arguments()));
	}

	// If a call cannot be sent, the waiting batches most likely cannot be sent either.
	// Each thread then sends its own batch, so that this thread does not have to retry
	// for an unlimited number of batches.
	private void send(@Nullable Call call) {
		if (call != null && !trySend(call)) {
			this.calls.abandon().forEach((batch) -> batch.sendSeparately(batch.script()));
		}
	}

	private boolean trySend(Call call) {
		try {
			CompletableFuture<List<Object>> sent = this.runner.send(call.script, this.partition,
					call.arguments(this.partition));
			if (sent == null) {
				call.sendSeparately(call.script);
				return false;
			}
			if (sent.isCompletedExceptionally()) {
				sent.whenComplete((reply, failure) -> complete(call, reply, failure));
				return false;
			}
			call.reply = sent;
			sent.whenComplete((reply, failure) -> replyReceived(call, reply, failure));
			return true;
		}
		catch (Throwable ex) {
			call.fail(ex);
			return false;
		}
	}

	// Called by the thread that receives the reply, usually a thread of the driver. It
	// sends the next call before the threads of this call continue.
	private void replyReceived(Call call, List<Object> reply, @Nullable Throwable failure) {
		try {
			send(this.calls.ended());
		}
		finally {
			complete(call, reply, failure);
		}
	}

	private void complete(Call call, List<Object> reply, @Nullable Throwable failure) {
		if (failure != null) {
			call.fail(failure);
			return;
		}
		try {
			call.distribute(this.runner.withoutFlags(reply, this.partition.topic()));
		}
		catch (Throwable ex) {
			call.fail(ex);
		}
	}

	private @Nullable ScriptReply await(SubmitBatch batch) {
		long timeout = this.runner.timeoutNanos();
		try {
			return batch.await(timeout);
		}
		catch (TimeoutException ex) {
			return awaitCall(batch, callOf(batch, "Redis is too slow: no call could be sent within "
					+ Duration.ofNanos(timeout).toMillis() + " ms; nothing was sent", ex));
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(batch, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(batch, ex);
		}
	}

	private @Nullable ScriptReply awaitCall(SubmitBatch batch, Call call) {
		try {
			return batch.await(call.sentAt + this.runner.timeoutNanos() - System.nanoTime());
		}
		catch (TimeoutException ex) {
			call.cancel();
			throw new NoReplyException(
					"Redis gave no reply within " + Duration.ofNanos(this.runner.timeoutNanos()).toMillis() + " ms",
					ex);
		}
		catch (ExecutionException | CancellationException ex) {
			throw failed(batch, ex);
		}
		catch (InterruptedException ex) {
			throw interrupted(batch, ex);
		}
	}

	private DataAccessException failed(SubmitBatch batch, Exception failure) {
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		Call call = callOf(batch, "", failure);
		DataAccessException translated = this.runner.translate(cause);
		// If a call with several jobs is refused, some of them may already be stored
		return (call.hasSeveralJobs() && cause instanceof RedisCommandExecutionException)
				? new NoReplyException("Redis refused a call, but may already have executed a part of it", translated)
				: translated;
	}

	private DataAccessException interrupted(SubmitBatch batch, InterruptedException interrupt) {
		Thread.currentThread().interrupt();
		callOf(batch, "Interrupted while waiting for Redis; nothing was sent", interrupt);
		return new NoReplyException("Interrupted while waiting for Redis", interrupt);
	}

	// A batch that is not in a call yet is withdrawn and will not be sent, which the
	// exception reports
	private Call callOf(SubmitBatch batch, String message, Exception cause) {
		boolean withdrawn = this.calls.withdraw(batch);
		Call call = batch.call();
		if (withdrawn || call == null) {
			throw new RedisConnectionFailureException(message, cause);
		}
		return call;
	}

	/**
	 * Several batches in one call. The call is created under the lock of the shared
	 * calls, sent by one thread, and completed by that or another thread.
	 */
	static final class Call {

		private final List<SubmitBatch> batches;

		private final RedisScript script;

		private final long sentAt = System.nanoTime();

		/**
		 * Written by the thread that sends the call, read by threads that stop waiting.
		 */
		private volatile @Nullable CompletableFuture<List<Object>> reply;

		Call(List<SubmitBatch> batches) {
			this.batches = batches;
			this.script = (batches.size() == 1) ? batches.get(0).script() : RedisScript.SUBMIT;
			batches.forEach((batch) -> batch.setCall(this));
		}

		private boolean hasSeveralJobs() {
			return this.batches.size() > 1 || this.batches.get(0).jobs() > 1;
		}

		private ScriptArguments arguments(PartitionKeys partition) {
			ScriptArguments arguments = new ScriptArguments(partition);
			this.batches.forEach((batch) -> arguments.addAll(batch.arguments()));
			return arguments;
		}

		private void distribute(ScriptReply results) {
			if (results.hasNext()) {
				this.batches.forEach((batch) -> batch.complete(results));
			}
			else {
				sendSeparately(RedisScript.SUBMIT);
			}
		}

		private void sendSeparately(RedisScript script) {
			this.batches.forEach((batch) -> batch.sendSeparately(script));
		}

		// Must not throw, because the coalescer must still release the slot of a call
		// that could not be sent. If memory is exhausted, the remaining batches time out.
		private void fail(Throwable failure) {
			try {
				if (ReplyFailure.isNotExecuted(failure)) {
					sendSeparately(this.script);
				}
				else {
					this.batches.forEach((batch) -> batch.fail(failure));
				}
			}
			catch (Throwable ex) {
				// Batches that were not completed time out
			}
		}

		// Completes the batches with a failure, unless the reply has been received
		// meanwhile.
		private void cancel() {
			CompletableFuture<List<Object>> sent = this.reply;
			if (sent != null) {
				sent.cancel(true);
			}
		}

	}

}
