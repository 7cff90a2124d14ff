// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.delay.listener.BatchJobHandler;
import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.FailureHandler;
import io.delay.listener.JobHandler;
import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.dispatch.WorkerExecutor;
import io.delay.listener.execute.AutoToucher;
import io.delay.listener.execute.BatchExecution;
import io.delay.listener.execute.CheckedExecution;
import io.delay.listener.execute.Execution;
import io.delay.listener.execute.Executions;
import io.delay.listener.execute.FailureHandlerExecution;
import io.delay.listener.execute.FailurePolicy;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.listener.execute.FailureReasons;
import io.delay.listener.execute.Interceptors;
import io.delay.listener.execute.JobExecution;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.execute.TransactionalExecution;
import io.delay.listener.poll.IsolationPermit;
import io.delay.listener.poll.JobSource;
import io.delay.listener.settle.SettlementObserver;
import io.delay.listener.support.JobFailureLog;
import io.delay.listener.watch.ContainerInstrumentation;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveTerms;
import io.delay.store.SettlementTransactions;

/**
 * The parts that all sessions of one container share, whether worker threads or the
 * calling thread handle its jobs. Everything that applies to each execution of a handler
 * is wired here.
 *
 * @param isolationPermit the permit for isolated jobs that all containers of the factory
 * share
 * @param transactions the transactions in which the handler runs, {@code null} if it runs
 * in none
 */
record SessionComponents(DelayListenerEndpoint endpoint, ContainerSettings settings, JobStore store,
		DelayListenerContainerOptions options, ContainerInstrumentation watch, IsolationPermit isolationPermit,
		@Nullable SettlementTransactions transactions) {

	Executions executions(JobFailureLog failures, UnaryOperator<Execution> around) {
		LeaseToucher toucher = toucher(failures);
		JobExecution execution = execution(this.endpoint.handler(), failurePolicy(failures), toucher, failures);
		UnaryOperator<Execution> checked = (inner) -> new CheckedExecution(around.apply(inner), toucher);
		return new Executions(
				checked.apply(this.watch.around(withFailureHandler(transactional(execution), toucher, failures))),
				batches(execution, (inner) -> checked.apply(this.watch.around(inner))));
	}

	// Interceptors run inside the transaction, because their exceptions are failures, too
	private Execution transactional(JobExecution execution) {
		return (this.transactions != null) ? new TransactionalExecution(execution,
				interceptors().around(this.endpoint.handler()), this.transactions) : execution;
	}

	private @Nullable BatchExecution batches(JobExecution execution, UnaryOperator<Execution> aroundJob) {
		Integer batch = this.settings.batch();
		if (batch == null || !(this.endpoint.handler() instanceof BatchJobHandler handler)) {
			return null;
		}
		return new BatchExecution(batch, interceptors().around(handler), execution, aroundJob);
	}

	private Execution withFailureHandler(Execution execution, LeaseToucher toucher, JobFailureLog failures) {
		FailureHandler failureHandler = this.endpoint.failureHandler();
		if (failureHandler != null) {
			return new FailureHandlerExecution(execution,
					execution(failureHandler.handler(), failurePolicyOfFailureHandler(failures), toucher, failures),
					failureHandler.thenDelete());
		}
		return execution;
	}

	@Nullable AutoToucher autoToucher(JobFailureLog failures, Consumer<@Nullable Throwable> onEnd) {
		Duration maxRunTime = this.settings.maxRunTime();
		return (maxRunTime != null)
				? new AutoToucher(this.endpoint, this.store, toucher(failures), maxRunTime, failures, onEnd) : null;
	}

	private LeaseToucher toucher(JobFailureLog failures) {
		return new LeaseToucher(this.store, this.watch.events()::leaseLost, failures);
	}

	private JobExecution execution(JobHandler handler, FailurePolicy failurePolicy, LeaseToucher toucher,
			JobFailureLog failures) {
		return new JobExecution(interceptors().around(handler), failurePolicy, toucher, reasons(),
				this.options.payloads(), failures);
	}

	private Interceptors interceptors() {
		return new Interceptors(this.options.interceptors());
	}

	private FailurePolicy failurePolicy(JobFailureLog failures) {
		return new FailurePolicy(this.settings.backoff(), this.settings.retried(), this.options.errorHandlers(),
				reasons(), failures);
	}

	// Error handlers decide about the failures of listeners only
	private FailurePolicy failurePolicyOfFailureHandler(JobFailureLog failures) {
		return new FailurePolicy(this.settings.backoff(), RetriedExceptions.all(), List.of(), reasons(), failures);
	}

	private FailureReasons reasons() {
		return new FailureReasons(this.options.host(), this.options.stackTraceSize());
	}

	private ReserveTerms reserveTerms() {
		FailureHandler failureHandler = this.endpoint.failureHandler();
		ReserveTerms terms = this.settings.reserveTerms();
		return (failureHandler != null)
				? new ReserveTerms(terms.ttr(), terms.maxAttempts(), failureHandler.maxAttempts(), terms.rateLimit())
				: terms;
	}

	// With a rate limit, no job is reserved before it is due, because such a job may be
	// handed back, and its permit would then be lost.
	Duration lookAhead() {
		Duration wanted = (this.settings.rateLimit() != null) ? Duration.ZERO : this.options.lookAhead();
		Duration longest = this.store.longestLookAhead();
		return (wanted.compareTo(longest) > 0) ? longest : wanted;
	}

	WorkerExecutor workers() {
		return new WorkerExecutor(this.endpoint, this.options.executorFactory(), this.settings.concurrency());
	}

	// On an executor that others own, each job is a task, so that no job can wait for a
	// worker
	JobDispatcher.Limits workerLimits(WorkerExecutor workers) {
		return new JobDispatcher.Limits(this.settings.concurrency(),
				workers.isOwn() && this.settings.rateLimit() == null);
	}

	// Once the permit for isolated jobs is released, the session must reserve again.
	JobSource source(LeaseTokens tokens, Duration lookAhead, SettlementObserver observer, Runnable onPermitFree) {
		return new JobSource(this.store, tokens, this.endpoint.topic(), reserveTerms(), lookAhead, observer,
				new IsolationPermit.Access(this.isolationPermit, onPermitFree));
	}

	ConsumerRegistration consumer(LeaseTokens tokens) {
		return new ConsumerRegistration(this.endpoint.topic(), tokens.poller(),
				new ConsumerOrigin(this.options.application(), this.options.host(), this.endpoint.id()),
				this.settings.terms());
	}

}
