// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptReply;
import io.delay.store.share.SharedCalls;

/**
 * A batch of jobs whose submitting thread waits for the reply.
 */
final class PendingSubmit implements SharedCalls.Part {

	private final SubmitBatch batch;

	/**
	 * Written before the reply is completed, read by the thread that waits for the reply.
	 */
	private volatile RedisScript script;

	/** Completed by the thread that receives the reply or the failure of the call. */
	private final CompletableFuture<@Nullable ScriptReply> reply = new CompletableFuture<>();

	/**
	 * Set once, when the batch is added to a call; guarded by the lock of the shared
	 * calls.
	 */
	private @Nullable SubmitCall call;

	PendingSubmit(SubmitBatch batch) {
		this.batch = batch;
		this.script = batch.script();
	}

	SubmitBatch batch() {
		return this.batch;
	}

	@Override
	public int jobs() {
		return this.batch.size();
	}

	@Override
	public int bytes() {
		return this.batch.bytes();
	}

	// Requires the lock.
	void setCall(SubmitCall call) {
		this.call = call;
	}

	// Requires that it was tried to withdraw the batch before.
	@Nullable SubmitCall call() {
		return this.call;
	}

	void complete(ScriptReply reply) {
		this.reply.complete(reply);
	}

	void fail(Throwable failure) {
		this.reply.completeExceptionally(failure);
	}

	/**
	 * Make the submitting thread send the batch itself.
	 * @param script the script to use: the script of the failed call, so that it is
	 * loaded if the server does not have it
	 */
	void sendSeparately(RedisScript script) {
		this.script = script;
		this.reply.complete(null);
	}

	// The script with which the submitting thread sends the batch.
	RedisScript script() {
		return this.script;
	}

	// Whether the batch is known not to have been stored. It is then stored only if the
	// submitting thread sends it.
	boolean isLeftAlone() {
		return this.reply.isDone() && !this.reply.isCompletedExceptionally() && this.reply.join() == null;
	}

	/**
	 * Wait for the reply.
	 * @param timeout the maximum time to wait, in nanoseconds
	 * @return the reply, {@code null} if the thread must send the batch itself
	 * @throws ExecutionException if the call failed
	 * @throws InterruptedException if the thread is interrupted
	 * @throws TimeoutException if no reply is received in time
	 */
	@Nullable ScriptReply await(long timeout) throws ExecutionException, InterruptedException, TimeoutException {
		return this.reply.get(timeout, TimeUnit.NANOSECONDS);
	}

}
