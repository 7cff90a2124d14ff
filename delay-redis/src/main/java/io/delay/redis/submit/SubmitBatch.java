// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.delay.job.ConflictPolicy;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.redis.record.JobCodes;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.store.NewJob;
import io.delay.store.share.SharedCalls;

/**
 * The jobs that one thread submits in one call, and the reply that this thread waits for.
 * Only this thread adds jobs, before it passes the batch to the {@link SubmitCoalescer}.
 */
final class SubmitBatch implements SharedCalls.Part {

	private static final int REPLY_WIDTH = 3;

	private static final SubmitStatus[] STATUSES = SubmitStatus.values();

	private final List<NewJob> jobs = new ArrayList<>();

	/** Formatted by the submitting thread, to reduce the work of the sending thread. */
	private final ScriptArguments arguments = new ScriptArguments();

	private int bytes;

	/** Whether all jobs have normal priority and replace no existing jobs. */
	private boolean plain = true;

	/**
	 * Completed by the thread that receives the reply or the failure of the call, with
	 * {@code null} if the submitting thread must send the batch itself.
	 */
	private final CompletableFuture<@Nullable ScriptReply> reply = new CompletableFuture<>();

	/**
	 * The script with which the submitting thread sends the batch itself. Written by the
	 * thread that completes the reply, before it does so.
	 */
	private volatile RedisScript separateScript = RedisScript.SUBMIT;

	/**
	 * Set once, when the batch is added to a call; guarded by the lock of the shared
	 * calls.
	 */
	private SubmitCoalescer.@Nullable Call call;

	// Returns whether there was room, which an empty batch always has
	boolean add(NewJob job) {
		byte[] record = JobRecordCodec.encode(job.record());
		if (!this.jobs.isEmpty()
				&& (this.jobs.size() == SharedCalls.MAX_JOBS || this.bytes + record.length > SharedCalls.MAX_BYTES)) {
			return false;
		}
		String mode = ((job.onConflict() == ConflictPolicy.REPLACE) ? "1" : "0")
				+ JobCodes.letter(job.record().priority());
		this.arguments.add(job.id()).add(job.dueTime()).add(mode).add(record);
		this.plain &= mode.equals("0");
		this.jobs.add(job);
		this.bytes += record.length;
		return true;
	}

	@Override
	public int jobs() {
		return this.jobs.size();
	}

	@Override
	public int bytes() {
		return this.bytes;
	}

	ScriptArguments arguments() {
		return this.arguments;
	}

	// SUBMIT must follow if SUBMIT_NEW returns no results
	RedisScript script() {
		return (this.plain && this.jobs.size() == 1) ? RedisScript.SUBMIT_NEW : RedisScript.SUBMIT;
	}

	RedisScript separateScript() {
		return this.separateScript;
	}

	List<SubmitResult> results(ScriptReply reply) {
		List<SubmitResult> results = new ArrayList<>(this.jobs.size());
		for (NewJob job : this.jobs) {
			results.add(new SubmitResult(job.id(), STATUSES[reply.nextInt()], reply.nextTime(),
					JobCodes.state(reply.nextLong()).orElse(null)));
		}
		return results;
	}

	// Requires the lock of the shared calls.
	void setCall(SubmitCoalescer.Call call) {
		this.call = call;
	}

	// Requires that it was tried to withdraw the batch before.
	SubmitCoalescer.@Nullable Call call() {
		return this.call;
	}

	void complete(ScriptReply results) {
		this.reply.complete(results.nextPart(REPLY_WIDTH * this.jobs.size()));
	}

	void fail(Throwable failure) {
		this.reply.completeExceptionally(failure);
	}

	// With the script of the failed call, so that it is loaded if the server does not
	// have it
	void sendSeparately(RedisScript script) {
		this.separateScript = script;
		this.reply.complete(null);
	}

	// Whether the batch is known not to have been stored. It is then stored only if the
	// submitting thread sends it.
	boolean isNotStored() {
		return this.reply.isDone() && !this.reply.isCompletedExceptionally() && this.reply.join() == null;
	}

	// Null if the thread must send the batch itself
	@Nullable ScriptReply await(long timeoutNanos) throws ExecutionException, InterruptedException, TimeoutException {
		return this.reply.get(timeoutNanos, TimeUnit.NANOSECONDS);
	}

}
