// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;

import io.delay.converter.PayloadConverter;
import io.delay.converter.PayloadWriter;
import io.delay.delivery.HandlerScope;
import io.delay.job.DueTime;
import io.delay.job.Job;
import io.delay.job.JobRules;
import io.delay.job.JobState;
import io.delay.job.RateLimit;
import io.delay.job.SubmitResult;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobStore;
import io.delay.store.Lease;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.Touch;
import io.delay.store.admin.JobStoreInspector;

/**
 * The default implementation of {@link DelayOperations}, based on a {@link JobStore}.
 * This class is thread-safe.
 *
 * @since 0.1.0
 */
public final class DelayTemplate implements DelayOperations, DisposableBean {

	private static final Log logger = LogFactory.getLog(DelayTemplate.class);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

	private final JobStore store;

	private final JobStoreInspector inspector;

	private final PayloadConverter converter;

	private final DelayTemplateOptions options;

	private final JobSubmitter submitter;

	private final ObservedSubmit observedSubmit;

	private final LeaseTokens tokens;

	private final RepeatedSettlement settlement;

	private final AsyncSubmits asyncSubmits;

	private final BlockingCallCheck blockingCalls = new BlockingCallCheck();

	private final AfterCommitOperations afterCommit = new AfterCommitTemplate(this, () -> false);

	private final AfterCommitOperations withCommit;

	/**
	 * Create a template with the default options.
	 * @param inspector the inspector of the same store
	 */
	public DelayTemplate(JobStore store, JobStoreInspector inspector, PayloadConverter converter) {
		this(store, inspector, converter, DelayTemplateOptions.defaults());
	}

	/**
	 * Create a template.
	 * @param inspector the inspector of the same store
	 */
	public DelayTemplate(JobStore store, JobStoreInspector inspector, PayloadConverter converter,
			DelayTemplateOptions options) {
		this(store, inspector, converter, options, new AsyncSubmits());
	}

	DelayTemplate(JobStore store, JobStoreInspector inspector, PayloadConverter converter, DelayTemplateOptions options,
			AsyncSubmits asyncSubmits) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(inspector, "'inspector' must not be null");
		Assert.notNull(converter, "'converter' must not be null");
		Assert.notNull(options, "'options' must not be null");
		this.store = store;
		this.inspector = inspector;
		this.converter = converter;
		this.options = options;
		this.submitter = new JobSubmitter(store, new PayloadWriter(converter, options.maxPayloadSize()),
				options.idGenerator(), options.observations().metrics());
		this.observedSubmit = new ObservedSubmit(options.observations());
		this.tokens = new LeaseTokens(options.host());
		this.settlement = new RepeatedSettlement(store);
		this.asyncSubmits = asyncSubmits;
		this.withCommit = new AfterCommitTemplate(this, store::joinsTransaction);
	}

	@Override
	public SubmitResult submit(String topic, Object payload, Duration delay) {
		return submit(Job.to(topic).payload(payload).delay(delay).build());
	}

	@Override
	public SubmitResult submit(Job job) {
		Assert.notNull(job, "'job' must not be null");
		return submitAll(List.of(job)).get(0);
	}

	@Override
	public List<SubmitResult> submitAll(Collection<Job> jobs) {
		Assert.notNull(jobs, "'jobs' must not be null");
		if (jobs.isEmpty()) {
			return List.of();
		}
		List<Job> submitted = List.copyOf(jobs);
		this.blockingCalls.check("submit", submitted.get(0).topic());
		return this.observedSubmit.submit(submitted, (trace) -> this.submitter.submit(submitted,
				submitted.stream().map((job) -> this.submitter.prepare(job, trace)).toList()));
	}

	@Override
	public CompletableFuture<SubmitResult> submitAsync(Job job) {
		Assert.notNull(job, "'job' must not be null");
		Assert.state(!this.store.joinsTransaction(), () -> "Job of topic '" + job.topic()
				+ "' was not submitted, because submitAsync cannot take part in the current transaction. Use submit");
		try {
			NewJob prepared = prepare(job);
			return this.asyncSubmits.submit(prepared,
					inCallerContext(() -> submitPrepared(List.of(job), List.of(prepared)).get(0)));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	// Continues the trace of the caller, and marks the thread if a handler may replace
	// its own job
	private Supplier<SubmitResult> inCallerContext(Supplier<SubmitResult> submit) {
		Observation observation = this.options.observations().registry().getCurrentObservation();
		HandlerScope scope = HandlerScope.current();
		Supplier<SubmitResult> observed = (observation != null) ? () -> observation.scoped(submit) : submit;
		return (scope != null) ? () -> scope.call(observed) : observed;
	}

	@Override
	public AfterCommitOperations afterCommit() {
		return this.afterCommit;
	}

	@Override
	public AfterCommitOperations withCommit() {
		return this.withCommit;
	}

	NewJob prepare(Job job) {
		return this.submitter.prepare(job, Map.of());
	}

	List<SubmitResult> submitPrepared(List<Job> jobs, List<NewJob> prepared) {
		this.blockingCalls.check("submit", jobs.get(0).topic());
		return this.observedSubmit.submit(jobs, (trace) -> this.submitter.submit(jobs, trace.isEmpty() ? prepared
				: prepared.stream().map((job) -> JobSubmitter.withTrace(job, trace)).toList()));
	}

	@Override
	public Optional<JobState> cancel(String topic, String id) {
		this.blockingCalls.check("cancel", topic);
		Optional<JobState> found = this.store.cancel(JobRules.checkTopic(topic), JobRules.checkId(id));
		if (found.isPresent() && found.get() == JobState.RESERVED) {
			HandlerScope.ended(topic, id, HandlerScope.End.CANCELLED, this.store.joinsTransaction());
		}
		return found;
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, Duration delay) {
		return reschedule(topic, id, DueTime.after(delay));
	}

	@Override
	public Optional<JobState> reschedule(String topic, String id, Instant dueTime) {
		return reschedule(topic, id, DueTime.at(dueTime));
	}

	Optional<JobState> reschedule(String topic, String id, DueTime dueTime) {
		this.blockingCalls.check("reschedule", topic);
		return this.store.reschedule(JobRules.checkTopic(topic), JobRules.checkId(id), dueTime);
	}

	@Override
	public Optional<StoredJob> find(String topic, String id) {
		this.blockingCalls.check("find", topic);
		return this.inspector.find(JobRules.checkTopic(topic), JobRules.checkId(id));
	}

	@Override
	public List<ReservedJob> reserve(String topic, int limit) {
		return reserve(topic, limit, this.options.termsOf(JobRules.checkTopic(topic)));
	}

	@Override
	public List<ReservedJob> reserve(String topic, int limit, Duration ttr, int maxAttempts) {
		RateLimit rateLimit = this.options.termsOf(JobRules.checkTopic(topic)).rateLimit();
		return reserve(topic, limit, new ReserveTerms(ttr, maxAttempts).limitedTo(rateLimit));
	}

	private List<ReservedJob> reserve(String topic, int limit, ReserveTerms terms) {
		this.blockingCalls.check("reserve", topic);
		ReserveRequest request = new ReserveRequest(topic, this.tokens.next(), limit, terms);
		try {
			ReserveResult result = this.store.reserve(request);
			result.buried().forEach((job) -> warn(topic, job));
			return result.jobs();
		}
		catch (DataAccessException ex) {
			handBack(request, ex);
			throw ex;
		}
	}

	private static void warn(String topic, BuriedJob job) {
		logger.warn("Job '" + job.id() + "' of topic '" + topic + "' was buried: " + job.reason().error());
	}

	private void handBack(ReserveRequest request, DataAccessException failure) {
		// The reply may have been lost after jobs were reserved. If handing them back
		// fails as well, they are delivered again after their TTR.
		try {
			this.store.handBack(request.topic(), request.token());
		}
		catch (DataAccessException ex) {
			failure.addSuppressed(ex);
		}
	}

	@Override
	public <T> T read(ReservedJob job, Class<T> type) {
		Assert.notNull(job, "'job' must not be null");
		Assert.notNull(type, "'type' must not be null");
		return type.cast(this.converter.read(job.record().payload(), type));
	}

	@Override
	public SettleResult ack(Lease lease) {
		return this.settlement.settle(new Settlement.Ack(checkLease(lease)));
	}

	@Override
	public SettleResult release(Lease lease, Duration delay) {
		return this.settlement.settle(new Settlement.Release(checkLease(lease), delay));
	}

	@Override
	public SettleResult bury(Lease lease, String reason) {
		Assert.hasText(reason, "'reason' must not be empty");
		return this.settlement
			.settle(new Settlement.Bury(checkLease(lease), new FailureReason(reason, this.options.host())));
	}

	@Override
	public SettleResult touch(Lease lease, Duration ttr) {
		return this.settlement.touch(new Touch(checkLease(lease), ttr));
	}

	/**
	 * Wait until the jobs of {@link #submitAsync} are submitted, at most 10 seconds.
	 */
	@Override
	public void destroy() {
		this.asyncSubmits.close(STOP_TIMEOUT);
	}

	private Lease checkLease(Lease lease) {
		Assert.notNull(lease, "'lease' must not be null");
		this.blockingCalls.check("settle", lease.topic());
		return lease;
	}

}
