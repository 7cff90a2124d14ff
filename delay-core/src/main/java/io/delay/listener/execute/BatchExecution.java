// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.delay.listener.BatchFailures;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.JobContext;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.support.LoggingContext;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.support.WrapperExceptions;

/**
 * Handles several jobs in one call of the handler. Everything that surrounds the
 * execution of a single job also surrounds adding a job to a batch, and the handling of
 * each job ends after the call. The logging context contains the topic during the call,
 * and in addition the id and attempt of a job while it is decided how the job is settled.
 */
public final class BatchExecution {

	private static final Runnable NOT_CANCELLED = () -> {
	};

	private final int size;

	private final BatchJobHandler handler;

	private final JobExecution jobs;

	private final UnaryOperator<Execution> aroundJob;

	public BatchExecution(int size, BatchJobHandler handler, JobExecution jobs, UnaryOperator<Execution> aroundJob) {
		this.size = size;
		this.handler = handler;
		this.jobs = jobs;
		this.aroundJob = aroundJob;
	}

	public int size() {
		return this.size;
	}

	public Batch begin() {
		return new Batch();
	}

	public final class Batch {

		private final List<Member> members = new ArrayList<>();

		private final Execution execution = BatchExecution.this.aroundJob.apply(this::hold);

		// Its handling ends when handle() is called.
		public Handling add(HeldJob job) {
			return this.execution.execute(job, () -> false);
		}

		private Handling hold(HeldJob job, BooleanSupplier interrupted) {
			Member member = new Member(job, BatchExecution.this.jobs.begin(job), new CompletableFuture<>());
			this.members.add(member);
			return new PendingHandling(member.result(), NOT_CANCELLED);
		}

		// Exceptions of the handler are not propagated. The supplier is called once. It
		// marks the handler as returned and returns whether the container interrupted it
		// before.
		public void handle(BooleanSupplier interrupted) {
			try {
				List<@Nullable Throwable> failures = call();
				boolean wasInterrupted = interrupted.getAsBoolean();
				List<CompletableFuture<HandlingResult>> decisions = new ArrayList<>();
				for (int i = 0; i < failures.size(); i++) {
					decisions
						.add(this.members.get(i).decide(BatchExecution.this.jobs, failures.get(i), wasInterrupted));
				}
				if (wasInterrupted) {
					warnOfInterrupt(decisions, failures);
				}
				for (int i = 0; i < decisions.size(); i++) {
					this.members.get(i).end(decisions.get(i));
				}
			}
			catch (RuntimeException | Error ex) {
				this.members.forEach((member) -> member.result().completeExceptionally(ex));
				throw ex;
			}
		}

		private void warnOfInterrupt(List<CompletableFuture<HandlingResult>> decisions,
				List<@Nullable Throwable> failures) {
			long handedBack = decisions.stream()
				.filter((decision) -> !decision.isCompletedExceptionally()
						&& decision.join().settlement() instanceof Settlement.HandBack)
				.count();
			if (handedBack > 0) {
				Throwable failure = failures.stream().filter(Objects::nonNull).findFirst().orElse(null);
				BatchExecution.this.jobs.warnOfInterruptedBatch(this.members.get(0).context().topic(), handedBack,
						failure);
			}
		}

		// Returns the failure of each job, null if it was handled.
		private List<@Nullable Throwable> call() {
			List<ReservedJob> reserved = this.members.stream().map((member) -> member.job().job()).toList();
			List<JobContext> contexts = this.members.stream().map((member) -> (JobContext) member.context()).toList();
			return contexts.isEmpty() ? List.of()
					: LoggingContext.call(contexts.get(0).topic(), () -> call(reserved, contexts));
		}

		private List<@Nullable Throwable> call(List<ReservedJob> reserved, List<JobContext> contexts) {
			try {
				BatchExecution.this.handler.handleBatch(reserved, contexts);
				return Collections.nCopies(contexts.size(), null);
			}
			catch (Throwable ex) {
				return failures(contexts, ex);
			}
		}

		// If BatchFailures names jobs outside the batch, all jobs of the batch have
		// failed, because it is unknown which of them were meant
		private static List<@Nullable Throwable> failures(List<JobContext> contexts, Throwable thrown) {
			try {
				if (WrapperExceptions.unwrap(thrown) instanceof BatchFailures named) {
					return named.causes(contexts);
				}
				return Collections.nCopies(contexts.size(), thrown);
			}
			catch (IllegalArgumentException ex) {
				return Collections.nCopies(contexts.size(), ex);
			}
			catch (RuntimeException | Error ex) {
				return Collections.nCopies(contexts.size(), thrown);
			}
		}

	}

	private record Member(HeldJob job, DefaultJobContext context, CompletableFuture<HandlingResult> result) {

		CompletableFuture<HandlingResult> decide(JobExecution jobs, @Nullable Throwable failure, boolean interrupted) {
			try {
				return CompletableFuture.completedFuture(LoggingContext.call(this.job.job(),
						() -> jobs.end(this.job, this.context, failure, interrupted)));
			}
			catch (RuntimeException | Error ex) {
				return CompletableFuture.failedFuture(ex);
			}
		}

		void end(CompletableFuture<HandlingResult> decision) {
			decision.whenComplete((decided, failure) -> {
				if (failure != null) {
					this.result.completeExceptionally(failure);
				}
				else {
					this.result.complete(decided);
				}
			});
		}

	}

}
