// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.delay.job.SubmitResult;
import io.delay.redis.record.JobRecordCodec;
import io.delay.redis.script.NoReplyException;
import io.delay.store.NewJob;

/**
 * The jobs of one submit that belong to one partition. They are sent in calls of bounded
 * size, one after the other. For use by one thread.
 */
final class PartitionSubmit {

	private final SubmitCoalescer coalescer;

	/** The index of the result of each job. */
	private final List<Integer> indexes = new ArrayList<>();

	private int next;

	private @Nullable PendingSubmit underWay;

	PartitionSubmit(SubmitCoalescer coalescer) {
		this.coalescer = coalescer;
	}

	void add(int index) {
		this.indexes.add(index);
	}

	boolean isDone() {
		return this.next == this.indexes.size();
	}

	// Sends as many jobs as fit into one call, without waiting for the reply.
	void send(List<NewJob> jobs) {
		SubmitBatch batch = new SubmitBatch();
		for (int index : this.indexes.subList(this.next, this.indexes.size())) {
			NewJob job = jobs.get(index);
			if (!batch.add(job, JobRecordCodec.encode(job.record()))) {
				break;
			}
		}
		this.underWay = this.coalescer.enqueue(batch);
	}

	/**
	 * Wait for the reply.
	 * @param results the list to write the results to
	 * @throws NoReplyException if it is unknown whether the jobs were stored
	 * @throws org.springframework.dao.DataAccessException if the jobs were not stored
	 */
	void finish(List<SubmitResult> results) {
		PendingSubmit submit = Objects.requireNonNull(this.underWay);
		for (SubmitResult result : submit.batch().results(this.coalescer.awaitReply(submit))) {
			results.set(this.indexes.get(this.next++), result);
		}
	}

	// Whether the last batch is known not to have been stored. It is then stored only if
	// this thread sends it.
	boolean isLeftAlone() {
		return this.underWay != null && this.underWay.isLeftAlone();
	}

}
