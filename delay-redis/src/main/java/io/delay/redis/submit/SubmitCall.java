// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

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
 * Several batches in one call. The call is sent by one thread, and completed by that or
 * another thread.
 */
final class SubmitCall {

	private final ScriptRunner runner;

	private final PartitionKeys partition;

	private final Runnable onReply;

	private final List<PendingSubmit> submits;

	private final SubmitBatch jobs;

	private final long sentAt = System.nanoTime();

	/** Written by the thread that sends the call, read by threads that stop waiting. */
	private volatile @Nullable CompletableFuture<List<Object>> reply;

	/**
	 * Create a call.
	 * @param runner sends the call
	 * @param partition the partition of the jobs
	 * @param onReply run by the thread that has read the reply, before the batches are
	 * completed; not run if the call could not be sent
	 * @param submits the batches
	 */
	SubmitCall(ScriptRunner runner, PartitionKeys partition, Runnable onReply, List<PendingSubmit> submits) {
		this.runner = runner;
		this.partition = partition;
		this.onReply = onReply;
		this.submits = submits;
		this.jobs = (submits.size() == 1) ? submits.get(0).batch() : SubmitBatch.of(submits);
		submits.forEach((submit) -> submit.setCall(this));
	}

	/**
	 * Send the call.
	 * @return {@code false} if it could not be sent
	 */
	boolean send() {
		try {
			CompletableFuture<List<Object>> sent = this.runner.send(this.jobs.script(), this.partition,
					this.jobs.arguments(this.partition));
			if (sent == null) {
				this.submits.forEach((submit) -> submit.sendSeparately(this.jobs.script()));
				return false;
			}
			if (sent.isCompletedExceptionally()) {
				sent.whenComplete(this::tell);
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

	private void replyReceived(List<Object> reply, @Nullable Throwable failure) {
		try {
			this.onReply.run();
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
		if (!results.hasNext()) {
			this.submits.forEach((submit) -> submit.sendSeparately(RedisScript.SUBMIT));
			return;
		}
		for (PendingSubmit submit : this.submits) {
			submit.complete(results.nextPart(submit.batch().replySize()));
		}
	}

	// Must not throw, because the coalescer must still release the slot of a call that
	// could not be sent. If memory is exhausted, the remaining batches time out.
	private void fail(Throwable failure) {
		try {
			boolean again = ReplyFailure.isNotExecuted(failure);
			for (PendingSubmit submit : this.submits) {
				if (again) {
					submit.sendSeparately(this.jobs.script());
				}
				else {
					submit.fail(failure);
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
		DataAccessException translated = this.runner.translate(failure);
		return (this.jobs.size() > 1 && failure instanceof RedisCommandExecutionException)
				? new NoReplyException("Redis refused a call, but may already have executed a part of it", translated)
				: translated;
	}

	/**
	 * Return how long threads may still wait for the reply.
	 * @return the time in nanoseconds, zero or less if the timeout has passed
	 */
	long untilTimeout() {
		return this.sentAt + this.runner.timeoutNanos() - System.nanoTime();
	}

	// Completes the batches with a failure, unless the reply has been received meanwhile.
	void cancel() {
		CompletableFuture<List<Object>> sent = this.reply;
		if (sent != null) {
			sent.cancel(true);
		}
	}

}
