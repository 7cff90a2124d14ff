// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.util.ArrayList;
import java.util.List;

import io.delay.job.ConflictPolicy;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobPriorityCodes;
import io.delay.redis.record.JobStateCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.store.NewJob;
import io.delay.store.share.SharedCalls;

/**
 * Jobs that fit into one call.
 */
final class SubmitBatch {

	/** The number of values per job in a reply: status, time and previous state. */
	private static final int REPLY_WIDTH = 3;

	private static final SubmitStatus[] STATUSES = SubmitStatus.values();

	private final List<NewJob> jobs = new ArrayList<>();

	/** Formatted by the submitting thread, to reduce the work of the sending thread. */
	private final ScriptArguments arguments = new ScriptArguments();

	private int bytes;

	/** Whether all jobs have normal priority and replace no existing jobs. */
	private boolean plain = true;

	/**
	 * Add a job if there is room for it.
	 * @return whether there was room, always {@code true} if this batch was empty
	 */
	boolean add(NewJob job, byte[] record) {
		if (!hasRoomFor(1, record.length)) {
			return false;
		}
		String mode = ((job.onConflict() == ConflictPolicy.REPLACE) ? "1" : "0")
				+ JobPriorityCodes.of(job.record().priority());
		this.arguments.add(job.id()).add(job.dueTime()).add(mode).add(record);
		this.plain &= mode.equals("0");
		this.jobs.add(job);
		this.bytes += record.length;
		return true;
	}

	private boolean hasRoomFor(int jobs, int bytes) {
		return this.jobs.isEmpty()
				|| (this.jobs.size() + jobs <= SharedCalls.MAX_JOBS && this.bytes + bytes <= SharedCalls.MAX_BYTES);
	}

	/**
	 * Create a batch with the jobs of several batches, to be sent as it is.
	 * @param submits the batches
	 */
	static SubmitBatch of(List<PendingSubmit> submits) {
		SubmitBatch all = new SubmitBatch();
		for (PendingSubmit submit : submits) {
			all.jobs.addAll(submit.batch().jobs);
			all.arguments.addAll(submit.batch().arguments);
		}
		return all;
	}

	/**
	 * Return the script to try first. {@link RedisScript#SUBMIT} must follow if
	 * {@link RedisScript#SUBMIT_NEW} returns no results.
	 */
	RedisScript script() {
		return (this.plain && this.jobs.size() == 1) ? RedisScript.SUBMIT_NEW : RedisScript.SUBMIT;
	}

	int size() {
		return this.jobs.size();
	}

	int bytes() {
		return this.bytes;
	}

	// The number of values that the script returns for these jobs.
	int replySize() {
		return REPLY_WIDTH * this.jobs.size();
	}

	ScriptArguments arguments(PartitionKeys partition) {
		return new ScriptArguments(partition).addAll(this.arguments);
	}

	List<SubmitResult> results(ScriptReply reply) {
		List<SubmitResult> results = new ArrayList<>(this.jobs.size());
		for (NewJob job : this.jobs) {
			results.add(new SubmitResult(job.id(), STATUSES[reply.nextInt()], reply.nextTime(),
					JobStateCodes.of(reply.nextLong()).orElse(null)));
		}
		return results;
	}

}
