// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;

import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobRules;

/**
 * Adds operations to the {@link PendingOperations} of the current transaction. Without a
 * transaction, or if the store takes part in it, it carries them out at once.
 */
final class AfterCommitTemplate implements AfterCommitOperations {

	private final DelayTemplate template;

	private final BooleanSupplier joinsTransaction;

	AfterCommitTemplate(DelayTemplate template, BooleanSupplier joinsTransaction) {
		this.template = template;
		this.joinsTransaction = joinsTransaction;
	}

	@Override
	public void submit(String topic, Object payload, Duration delay) {
		submit(Job.to(topic).payload(payload).delay(delay).build());
	}

	@Override
	public void submit(Job job) {
		Assert.notNull(job, "'job' must not be null");
		submitAll(List.of(job));
	}

	@Override
	public void submitAll(Collection<Job> jobs) {
		Assert.notNull(jobs, "'jobs' must not be null");
		PendingOperations pending = pending();
		if (pending == null) {
			List<Job> submitted = List.copyOf(jobs);
			KeptJobs.log(submitted, this.template.submitAll(submitted));
		}
		else {
			pending.addAll(
					jobs.stream().map((job) -> new PendingOperation.Submit(job, this.template.prepare(job))).toList());
		}
	}

	@Override
	public void cancel(String topic, String id) {
		PendingOperations pending = pending();
		if (pending == null) {
			this.template.cancel(topic, id);
		}
		else {
			pending.addAll(List.of(new PendingOperation.Cancel(JobRules.checkTopic(topic), JobRules.checkId(id))));
		}
	}

	@Override
	public void reschedule(String topic, String id, Duration delay) {
		reschedule(topic, id, DueTime.after(delay));
	}

	@Override
	public void reschedule(String topic, String id, Instant dueTime) {
		reschedule(topic, id, DueTime.at(dueTime));
	}

	private void reschedule(String topic, String id, DueTime dueTime) {
		PendingOperations pending = pending();
		if (pending == null) {
			this.template.reschedule(topic, id, dueTime);
		}
		else {
			pending.addAll(List
				.of(new PendingOperation.Reschedule(JobRules.checkTopic(topic), JobRules.checkId(id), dueTime)));
		}
	}

	// Null if new operations need not wait for a commit.
	private @Nullable PendingOperations pending() {
		if (!TransactionSynchronizationManager.isSynchronizationActive()
				|| !TransactionSynchronizationManager.isActualTransactionActive()
				|| this.joinsTransaction.getAsBoolean()) {
			return null;
		}
		for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
			if (synchronization instanceof PendingOperations pending && pending.isOf(this.template)) {
				return pending.isCommitted() ? null : pending;
			}
		}
		PendingOperations pending = new PendingOperations(this.template);
		TransactionSynchronizationManager.registerSynchronization(pending);
		return pending;
	}

}
