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
	private static final int MAX_UNDER_WAY = 2;

	private final ScriptRunner runner;

	private final TopicRegistry topics;

	private final PartitionKeys partition;

	private final SharedCalls<SubmitBatch, Call> calls = new SharedCalls<>(MAX_UNDER_WAY, Call::new);

	SubmitCoalescer(ScriptRunner runner, TopicRegistry topics, PartitionKeys partition) {
		this.runner = runner;
		this.topics = topics;
		this.partition = partition;
	}

	/**
	 * Submit jobs without waiting for the reply. The calling thread must then wait for it
	 * with {@link #awaitReply}.
	 */
	void enqueue(SubmitBatch batch) {
		send(this.calls.add(batch));
	}

	/**
	 * Wait for the reply. Must be called by the thread that submitted the jobs.
	 * @return the part of the script's reply that concerns these jobs
	 * @throws NoReplyException if it is unknown whether the jobs were stored
	 * @throws org.springframework.dao.DataAccessException if the jobs were not stored
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
		if (call != null && !call.send()) {
			this.calls.abandon().forEach((batch) -> batch.sendSeparately(batch.script()));
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
			return batch.await(call.untilTimeout());
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
		return callOf(batch, "", failure).translate(cause);
	}

	private DataAccessException interrupted(SubmitBatch batch, InterruptedException interrupt) {
		Thread.currentThread().interrupt();
		callOf(batch, "Interrupted while waiting for Redis; nothing was sent", interrupt);
		return new NoReplyException("Interrupted while waiting for Redis", interrupt);
	}

	/**
	 * Return the call of a batch. If the batch is not in a call yet, it is withdrawn and
	 * will not be sent.
	 * @param message the message of the exception
	 * @throws RedisConnectionFailureException if the batch was still waiting for a call
	 */
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
	final class Call {

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

		/**
		 * Send the call.
		 * @return {@code false} if it could not be sent
		 */
		boolean send() {
			try {
				ScriptArguments arguments = new ScriptArguments(SubmitCoalescer.this.partition);
				this.batches.forEach((batch) -> arguments.addAll(batch.arguments()));
				CompletableFuture<List<Object>> sent = SubmitCoalescer.this.runner.send(this.script,
						SubmitCoalescer.this.partition, arguments);
				if (sent == null) {
					this.batches.forEach((batch) -> batch.sendSeparately(this.script));
					return false;
				}
				if (sent.isCompletedExceptionally()) {
					sent.whenComplete(this::complete);
					return false;
				}
				this.reply = sent;
				sent.whenComplete(this::replyReceived);
				return true;
			}
			catch (Throwable ex) {
				fail(ex);
				return false;
			}
		}

		// Called by the thread that receives the reply, usually a thread of the driver.
		// The next call is sent before the threads of this call continue.
		private void replyReceived(List<Object> reply, @Nullable Throwable failure) {
			try {
				SubmitCoalescer.this.send(SubmitCoalescer.this.calls.ended());
			}
			finally {
				complete(reply, failure);
			}
		}

		private void complete(List<Object> reply, @Nullable Throwable failure) {
			if (failure != null) {
				fail(failure);
				return;
			}
			try {
				distribute(SubmitCoalescer.this.runner.withoutFlags(reply, SubmitCoalescer.this.partition.topic()));
			}
			catch (Throwable ex) {
				fail(ex);
			}
		}

		private void distribute(ScriptReply results) {
			if (!results.hasNext()) {
				this.batches.forEach((batch) -> batch.sendSeparately(RedisScript.SUBMIT));
				return;
			}
			this.batches.forEach((batch) -> batch.complete(results));
		}

		// Must not throw, because the coalescer must still release the slot of a call
		// that could not be sent. If memory is exhausted, the remaining batches time out.
		private void fail(Throwable failure) {
			try {
				boolean again = ReplyFailure.isNotExecuted(failure);
				for (SubmitBatch batch : this.batches) {
					if (again) {
						batch.sendSeparately(this.script);
					}
					else {
						batch.fail(failure);
					}
				}
			}
			catch (Throwable ex) {
				// Batches that were not completed time out
			}
		}

		// If a call with several jobs is refused, some of the jobs may already have been
		// stored.
		DataAccessException translate(Throwable failure) {
			DataAccessException translated = SubmitCoalescer.this.runner.translate(failure);
			boolean several = this.batches.size() > 1 || this.batches.get(0).jobs() > 1;
			return (several && failure instanceof RedisCommandExecutionException) ? new NoReplyException(
					"Redis refused a call, but may already have executed a part of it", translated) : translated;
		}

		/**
		 * Return how long threads may still wait for the reply.
		 * @return the time in nanoseconds, zero or less if the timeout has passed
		 */
		long untilTimeout() {
			return this.sentAt + SubmitCoalescer.this.runner.timeoutNanos() - System.nanoTime();
		}

		// Completes the batches with a failure, unless the reply has been received
		// meanwhile.
		void cancel() {
			CompletableFuture<List<Object>> sent = this.reply;
			if (sent != null) {
				sent.cancel(true);
			}
		}

	}

}
